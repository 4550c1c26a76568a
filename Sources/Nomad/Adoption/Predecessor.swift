/// Another way in which an app kept what ran, before it had Nomad.
///
/// ```swift
/// var migrator = Nomad(.generated)
/// migrator.predecessors = [.collector(), .monarch()]
/// try await migrator.migrate()
/// ```
///
/// The first start reads what it kept, and marks the tribes that it has done in the ledger: all at once, before any tribe
/// with a version or a once-id runs. A target is marked even if no tribe has it yet. What the predecessor kept is never
/// changed, and is not read again once the ledger has a record.
public struct Predecessor: Sendable {
  /// What one kept.
  public struct State: Hashable, Sendable {
    /// The version up to which everything is done, as a `.literal` or a `.dotted`; nil for none.
    public var version: TribeTarget?

    /// The targets of single tribes that are done: versions and once-ids.
    public var targets: [TribeTarget]

    /// Whether each of the targets must belong to a tribe; otherwise a tribe with another target could repeat the work.
    package var needsTribes = false

    /// The version where the predecessor accepted more than a target does.
    var exactVersion: TribeVersion?

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - version: The version up to which everything is done, sub-migrations after it not included; nil for none.
    ///   - targets: The targets of single tribes that are done: versions and once-ids.
    public init(version: TribeTarget? = nil, targets: [TribeTarget] = []) {
      self.version = version
      self.targets = targets
    }

    /// Makes a state of once-ids, but for those that no tribe can have.
    package init(once ids: [String]) {
      targets = ids.map { .once($0) }.filter { (try? $0.order()) != nil }
    }
  }

  /// What messages and records call it.
  public let name: String

  /// Reads each of the values that it kept; all of them together say what is done.
  enum Reading: Sendable {
    case immediate(@Sendable () throws -> [State])
    case awaited(@Sendable () async throws -> [State])
  }

  let reading: Reading

  /// Makes a predecessor of your own.
  ///
  /// - Parameters:
  ///   - name: What messages and records call it.
  ///   - read: Reads what it kept, without changing anything; nil if it kept nothing. It throws if there is something
  ///     that cannot be read: nothing is run then.
  public init(_ name: String, read: @escaping @Sendable () throws -> State?) {
    self.init(name, readingAll: { try read().map { [$0] } ?? [] })
  }

  /// Makes a predecessor of your own that has to be awaited, such as one in a database.
  ///
  /// What needs an answer at once cannot be had at the first start then: see ``Nomad/currentTarget``.
  ///
  /// - Parameters:
  ///   - name: What messages and records call it.
  ///   - read: Reads what it kept, without changing anything; nil if it kept nothing. It throws if there is something
  ///     that cannot be read: nothing is run then.
  public init(_ name: String, awaiting read: @escaping @Sendable () async throws -> State?) {
    self.name = name
    reading = .awaited { try await read().map { [$0] } ?? [] }
  }

  init(_ name: String, readingAll read: @escaping @Sendable () throws -> [State]) {
    self.name = name
    reading = .immediate(read)
  }
}
