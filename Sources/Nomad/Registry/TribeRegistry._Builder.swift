extension TribeRegistry {
  /// A collector of a module's tribes while its registry is made.
  ///
  /// Generated code calls this.
  public struct _Builder {
    let module: String
    var entries: [Entry] = []

    init(module: String) {
      self.module = module
    }

    /// Adds a tribe.
    ///
    /// - Parameters:
    ///   - name: The type's qualified name, without the module.
    ///   - type: The type; nil if the tribe has none.
    ///   - target: The target, as it is written.
    ///   - position: The target, parsed.
    ///   - migrate: Makes the tribe and runs it. It is called only when it is the tribe's turn.
    public mutating func add(
      _ name: String,
      _ type: Any.Type? = nil,
      target: TribeTarget,
      position: TribeTarget.Position,
      migrate: @escaping @Sendable () async throws -> Void
    ) {
      entries.append(
        Entry(name: name, module: module, type: type, target: target, position: position, migrate: migrate)
      )
    }

    /// Adds the tribes of a generated registry.
    public mutating func add(_ source: any TribeRegistry._Source.Type) {
      source._add(to: &self)
    }

    /// Gives the tribe that was added last the urgency ``TribeUrgency/deferred``.
    public mutating func deferred() { last.urgency = .deferred }

    /// Sets the oldest version of the app that can read the result of the tribe that was added last.
    public mutating func readable(since version: TribeVersion?) { last.readableSince = version }

    /// Sets the checksum of the source of the tribe that was added last, as 16 hexadecimal digits.
    public mutating func source(_ checksum: String) { last.source = checksum }

    /// Adds tribes, by their names with their modules, that the tribe that was added last requires.
    public mutating func requires(_ tribes: [String]) { last.requires += tribes }

    /// Adds a tribe that the tribe that was added last replaces, with its place in the order.
    public mutating func merges(_ text: String, at position: TribeTarget.Position) {
      last.merged.append(Entry.Merged(text, at: position))
    }

    /// Adds a dependency, by its property, to the tribe that was added last.
    public mutating func dependency<Value: Sendable>(_ dependency: TribeDependency<Value>.Type, as property: String) {
      last.dependencies.append(Dependency(dependency, as: property))
    }

    /// The traits of the tribe that was added last.
    private var last: Entry.Traits {
      get { entries.last?.traits ?? Entry.Traits() }
      set { if let entry = entries.popLast() { entries.append(entry.with(newValue)) } }
    }
  }

  /// A type that adds a module's tribes to a registry.
  ///
  /// Generated code conforms to this.
  public protocol _Source {
    // A requirement, because a call through a protocol does not warn of a deprecated method.
    /// Adds the tribes.
    static func _add(to tribes: inout _Builder)
  }

  /// Creates a module's registry from the tribes that `build` adds.
  ///
  /// Generated code calls this. Its entries are sorted, and not sorted again.
  public init(_module module: String, _ build: (inout _Builder) -> Void) {
    var builder = _Builder(module: module)
    build(&builder)
    self.init(entries: builder.entries, of: [module])
  }

  /// Accepts the result of any `migrate()`, so that `try await` is right for every one.
  ///
  /// Generated code calls this.
  public static func _ran(_ result: Void) async throws {}

  /// Returns the type that a closure makes, without calling it.
  ///
  /// Generated code calls this for a type whose generic parameters the compiler infers only where it is created.
  public static func _type<Made>(_ make: () async throws -> Made) -> Any.Type { Made.self }

  /// Returns a new tribe, so that `try await` is right for every initializer.
  ///
  /// Generated code calls this.
  public static func _made<Made>(_ tribe: Made) async throws -> Made { tribe }

  /// Returns a tribe that is about to run, or throws if a dependency has no value.
  ///
  /// Generated code calls this for a tribe with dependencies that the file may not list, such as those of a superclass
  /// from elsewhere.
  public static func _ready<Made>(_ tribe: Made) throws -> Made {
    try RunContext.current.dependencies?.check(tribe)
    return tribe
  }
}
