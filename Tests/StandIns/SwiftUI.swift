// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of Apple's SwiftUI that Nomad and the app beside this file use, for type-checking on other systems.
// Isolation, escaping closures and their requirements are declared as in SwiftUI. Nothing here runs.

public import Combine
public import Foundation

// MARK: Views

@MainActor
@preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A view that the system draws, without a body of other views.
@MainActor
@preconcurrency
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("A stand-in draws nothing.") }
}

extension Never: View {
  public var body: Never { self }
}

public struct EmptyView: PrimitiveView {
  public nonisolated init() {}
}

public struct TupleView<Content>: PrimitiveView {
  nonisolated init(_ content: Content) {}
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: PrimitiveView {
  nonisolated init() {}
}

extension Optional: View, PrimitiveView where Wrapped: View {
  public typealias Body = Never
}

@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
}

public struct Text: PrimitiveView, Sendable {
  public nonisolated init(verbatim content: String) {}
  public nonisolated init(
    _ key: LocalizedStringKey,
    tableName: String? = nil,
    bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {}
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ content: S) {}
}

public struct Image: PrimitiveView, Sendable {
  public nonisolated init(systemName: String) {}
}

public struct Color: PrimitiveView, Sendable {
  public static let clear = Color()
  public static let secondary = Color()
}

public struct Font: Sendable {
  public static let largeTitle = Font()
  public static let headline = Font()
}

public struct Button<Label: View>: PrimitiveView {
  @preconcurrency
  public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
  @preconcurrency
  public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  @preconcurrency
  public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {
  public nonisolated init<V: BinaryFloatingPoint>(
    value: V?,
    total: V = 1.0,
    @ViewBuilder label: () -> Label
  ) where CurrentValueLabel == EmptyView {}
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public nonisolated init() where Label == EmptyView {}
  public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {}
}

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum TextAlignment: Sendable { case leading, center, trailing }
public struct Alignment: Sendable { public static let center = Alignment() }

public struct VStack<Content: View>: PrimitiveView {
  public nonisolated init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

public struct ScrollView<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

public struct TabView<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
}

// MARK: Modifiers

public struct AccessibilityTraits: Sendable {
  public static let isHeader = AccessibilityTraits()
}

public struct Edge: Sendable {
  public struct Set: Sendable { public static let all = Set() }
}

extension View {
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { self }
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  @preconcurrency
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public nonisolated func font(_ font: Font?) -> some View { self }
  public nonisolated func foregroundColor(_ color: Color?) -> some View { self }
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public nonisolated func frame(
    minWidth: CGFloat? = nil,
    idealWidth: CGFloat? = nil,
    maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil,
    maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { self }
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
}

// MARK: State

public protocol DynamicProperty {}

@MainActor
@preconcurrency
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private nonisolated(unsafe) let thunk: () -> ObjectType

  public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    self.thunk = thunk
  }

  public var wrappedValue: ObjectType { thunk() }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let value: Value

  public init(wrappedValue value: Value) {
    self.value = value
  }

  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

// MARK: Apps

@MainActor
@preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
  public var body: WindowGroup<Content> { self }
}

@MainActor
@preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor
  @preconcurrency
  public static func main() {}
}
