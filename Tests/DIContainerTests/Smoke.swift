import Testing
import DIContainer
protocol Animal { var name: String { get } }
struct Cat: Animal { let name: String }
class Parent { var child: Child?; init(child: Child? = nil) { self.child = child } }
class Child { weak var parent: Parent? }
struct Fail: Error {}
@Test func smoke() throws {
  let c = DIContainer()
  c.register(Animal.self) { _ in Cat(name: "Mimi") }
  c.register(Animal.self, name: "x") { _, name in Cat(name: name) }
  c.register(Int.self, lazySingleton: { c in try c.resolve(String.self).count })
  c.register(String.self, eagerSingleton: "four")
  #expect(c[Animal.self]?.name == "Mimi")
  #expect(c[Animal.self, name: "x", arguments: "y"]?.name == "y")
  #expect(try c.resolve(Int.self) == 4)
  #expect(c[Double.self] == nil)
  let o: Double? = try c.resolve()
  #expect(o == nil)
  let i: Int? = try c.resolve()
  #expect(i == 4)
  #expect(try c.resolveAll(Animal.self).count == 1)
  let t: Any.Type = Int.self
  #expect(c[t] as? Int == 4)
  print(c)
  do { _ = try c.resolve(Animal.self, name: "dog") } catch { print(error) }
  c.register(Parent.self) { c in Parent(child: try c.resolve()) }
  c.register(Child.self, transient: { _ in Child() }, initCompleted: { child, c in child.parent = try c.resolve() })
  let p = try c.resolve(Parent.self)
  #expect(p.child?.parent === p)
  c.register(UInt8.self, lazySingleton: { c in UInt8(try c.resolve(UInt16.self)) })
  c.register(UInt16.self, transient: { c in UInt16(try c.resolve(UInt8.self)) })
  do { _ = try c.resolve(UInt8.self) } catch { print(error) }
  do { _ = try c.resolve(UInt16.self) } catch { print(error) }
  c.register(UInt32.self) { (c, n: Int) in try c.resolve(arguments: n + 1) }
  do { _ = try c.resolve(UInt32.self, arguments: 1) } catch { print(error) }
}
