// The names of SwiftUI that the pages use. Their isolation is that of Apple's.
// swift-format-ignore-file

@_exported import Observation

@MainActor @preconcurrency
public protocol Scene { associatedtype Body: Scene; var body: Body { get } }
@MainActor @preconcurrency
public protocol View { associatedtype Body: View; @ViewBuilder var body: Body { get } }
@MainActor @preconcurrency
public protocol App { associatedtype Body: Scene; var body: Body { get }; init() }
extension App { public static func main() {} }
extension Never: Scene, View { public var body: Never { return fatalError() } }
public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { return fatalError() } }
public struct Group: Leaf { nonisolated init() {} }
@resultBuilder public enum ViewBuilder {
  public static func buildBlock<each V: View>(_: repeat each V) -> Group { Group() }
  public static func buildIf(_: Group?) -> Group { Group() }
  public static func buildEither(first: Group) -> Group { Group() }
  public static func buildEither(second: Group) -> Group { Group() }
}
public struct WindowGroup: Scene {
  public init(@ViewBuilder content: () -> some View) {}
  public var body: Never { fatalError() }
}
public struct Text: Leaf { public init(_ text: some StringProtocol) {} }
public struct TextField: Leaf { public init(_ title: String, text: Binding<String>) {} }
public struct ProgressView: Leaf { public init() {} }
public struct Button: Leaf {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}
public struct List: Leaf {
  public init<Data: RandomAccessCollection>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> some View
  ) where Data.Element: Identifiable {}
}
extension View {
  public func environment(_ object: (some AnyObject & Observable)?) -> some View { self }
  public func sheet<Item: Identifiable>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { self }
  public func task(
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
}
public struct Binding<Value> {}
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Self { self }
  public subscript<V>(dynamicMember _: ReferenceWritableKeyPath<Value, V>) -> Binding<V> { .init() }
}
@propertyWrapper public struct Environment<Value: AnyObject & Observable> {
  public init(_ type: Value.Type) {}
  public var wrappedValue: Value { fatalError() }
}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  public var projectedValue: Binding<Value> { Binding() }
}
