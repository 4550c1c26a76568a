/// Another way in which an app kept what ran, before it had Nomad.
///
/// ```swift
/// var migrator = Nomad(.generated)
/// migrator.predecessors = [.collector(), .monarch()]
/// try await migrator.migrate()
/// ```
///
/// At the first start, what it kept is read, and the tribes that are done according to it are marked in the ledger: all
/// at once, before any tribe with a version or a once-id runs. A target that is done is marked though no tribe has it
/// now: one may be listed at a later start. What it kept is left as it is, and never read again once a tribe is recorded.
public struct Predecessor: Sendable {
  /// What one kept.
  public struct State: Hashable, Sendable {
    /// The version up to which everything is done, as a `.literal` or a `.dotted`; nil for none.
    public var version: TribeTarget?

    /// The targets of what is done, each of them for itself: versions and once-ids.
    public var targets: [TribeTarget]

    /// Whether a tribe must have each of the targets: without one, a tribe with another target could do it again.
    package var needsTribes = false

    /// The version where the predecessor accepted more than a target does.
    var exactVersion: TribeVersion?

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - version: The version up to which everything is done, sub-migrations after it not included; nil for none.
    ///   - targets: The targets of what is done, each of them for itself: versions and once-ids.
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
  let read: @Sendable () throws -> [State]

  /// Makes a predecessor of your own.
  ///
  /// - Parameters:
  ///   - name: What messages and records call it.
  ///   - read: Reads what it kept, without changing anything; nil if it kept nothing. It throws if there is something
  ///     that cannot be read: nothing is run then.
  public init(_ name: String, read: @escaping @Sendable () throws -> State?) {
    self.init(name, readingAll: { try read().map { [$0] } ?? [] })
  }

  init(_ name: String, readingAll read: @escaping @Sendable () throws -> [State]) {
    self.name = name
    self.read = read
  }
}
