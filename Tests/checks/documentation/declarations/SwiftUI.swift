// SPDX-License-Identifier: MIT-0
// The names of SwiftUI that the pages use, with the types that Apple documents.
// swift-format-ignore-file

@MainActor public protocol Scene {}
@MainActor public protocol View {}
@MainActor public protocol App { associatedtype Body: Scene; var body: Body { get }; init() }
extension App { public static func main() {} }
public struct WindowGroup: Scene { public init(content: () -> some View) {} }
public struct Text: View { public init(_ content: some StringProtocol) {} }
public struct Button: View { public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {} }
public struct List: View { public init<Data: RandomAccessCollection, ID>(_ data: Data, id: KeyPath<Data.Element, ID>, rowContent: @escaping (Data.Element) -> some View) {} }
extension View { public func sheet<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> some View) -> some View { self } }
public struct Binding<Value> {}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  public var projectedValue: Binding<Value> { Binding() }
}
