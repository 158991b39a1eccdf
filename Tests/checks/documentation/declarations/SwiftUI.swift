// SPDX-License-Identifier: MIT-0
// The names of SwiftUI that the pages use, with the types that Apple documents.
// swift-format-ignore-file

@_exported import Observation

@MainActor @preconcurrency public protocol Scene { associatedtype Body: Scene; @MainActor var body: Body { get } }
@MainActor @preconcurrency public protocol View { associatedtype Body: View; @ViewBuilder @MainActor var body: Body { get } }
@MainActor @preconcurrency public protocol App { associatedtype Body: Scene; @MainActor var body: Body { get }; @MainActor init() }
extension App { @MainActor public static func main() {} }
extension Never: Scene {}
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
extension Never: View { public var body: Never { fatalError() } }
@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<A: View, B: View>(_ a: A, _ b: B) -> Pair<A, B> { Pair() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { Either() }
  public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { Either() }
}
public struct Pair<A: View, B: View>: View { public var body: Never { fatalError() } }
public struct Either<A: View, B: View>: View { public var body: Never { fatalError() } }
public struct WindowGroup<Content: View>: Scene { public init(@ViewBuilder content: () -> Content) {}; public var body: Never { fatalError() } }
public struct Text: View { public init(_ content: some StringProtocol) {}; public var body: Never { fatalError() } }
public struct ProgressView: View { public init() {}; public var body: Never { fatalError() } }
public struct Button: View { public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}; public var body: Never { fatalError() } }
public struct List: View { public init<Data: RandomAccessCollection, Row: View>(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row) where Data.Element: Identifiable {}; public var body: Never { fatalError() } }
extension View {
  public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { self }
  public func sheet<Item: Identifiable>(item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> some View) -> some View { self }
  public func task(@_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void) -> some View { self }
}
public struct Binding<Value> {}
@propertyWrapper public struct Environment<Value> {
  public init(_ type: Value.Type) where Value: AnyObject & Observable {}
  public var wrappedValue: Value { fatalError() }
}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  public var projectedValue: Binding<Value> { Binding() }
}
