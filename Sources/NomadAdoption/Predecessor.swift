public import Nomad

/// An earlier migration system, such as Monarch, whose finished migrations Nomad marks as done.
///
/// ```swift
/// var migrator = Nomad(.generated)
/// migrator.predecessors = [.collector(), .monarch()]
/// try await migrator.migrate()
/// ```
///
/// The first start reads what the predecessor recorded, and marks those tribes as done in the ledger. It marks them all
/// at once, before any tribe with a version or a once-id runs. A target is marked even if no tribe has it yet. The
/// predecessor's records are never changed.
///
/// After the first start, they are read again if a tribe with a version or a once-id would run that never finished and was
/// never marked or forgotten, or that merges such a tribe. This protects the data of an app that used both side by side:
/// - A single target of the predecessor is marked, unless the ledger records that it finished or was forgotten.
/// - A version of the predecessor does not tell which tribes it did. If it covers such a tribe, and the first start did
///   not take over that version, nothing runs, and the plan throws an error with the code `predecessorUnreadable`.
public struct Predecessor: Sendable {
  /// The migrations that a predecessor has finished: all up to a version, and single ones.
  public struct State: Equatable, Sendable {
    /// The version up to which everything is done, as a `.literal` or a `.dotted`; nil for none.
    public var version: TribeTarget?

    /// The targets of single tribes that are done: versions and once-ids.
    public var targets: [TribeTarget]

    /// Whether each of the targets must belong to a tribe.
    ///
    /// Otherwise a tribe with another target could repeat the work.
    package var needsTribes = false

    /// The records that the app named and that do not exist; nil if there are none such.
    package var missing: Missing?

    /// Records that the app named and that do not exist.
    package struct Missing: Equatable, Sendable {
      /// The places that were searched, in words.
      let place: String
      /// The targets of single tribes that they would name.
      let targets: [TribeTarget]

      package init(place: String, targets: [TribeTarget]) { (self.place, self.targets) = (place, targets) }
    }

    /// The version, if the predecessor accepted it and a target may not.
    var exactVersion: TribeVersion?

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - version: The version up to which everything is done, without sub-migrations after it; nil for none.
    ///   - targets: The targets of single tribes that are done: versions and once-ids.
    public init(version: TribeTarget? = nil, targets: [TribeTarget] = []) {
      self.version = version
      self.targets = targets
    }

    /// Creates a state from once-ids, without those that no tribe can have.
    package init(once ids: [String]) {
      targets = ids.map { .once($0) }.filter { (try? $0.position()) != nil }
    }
  }

  /// The name of the predecessor in messages and records.
  ///
  /// A later start recognizes by it what the first start took over, so never change it.
  public let name: String

  /// A closure that reads the values that the predecessor stored.
  ///
  /// All of them together tell what is done.
  enum Reading: Sendable {
    case immediate(@Sendable () throws -> [State])
    case awaited(@Sendable () async throws -> [State])
  }

  let reading: Reading

  /// Whether its records can be read without suspending.
  var isImmediate: Bool { if case .immediate = reading { true } else { false } }

  /// Creates a custom predecessor.
  ///
  /// - Parameters:
  ///   - name: The name of the predecessor in messages and records.
  ///   - read: Reads the state without changing anything, and returns nil if nothing was recorded. If something cannot
  ///     be read, it throws an error, and then nothing runs.
  public init(_ name: String, read: @escaping @Sendable () throws -> State?) {
    self.init(name, readingAll: { try read().map { [$0] } ?? [] })
  }

  /// Creates a custom predecessor that must be awaited, such as one in a database.
  ///
  /// If it is to be read, a call that needs an answer at once then throws an error: see `Nomad.currentTarget`.
  ///
  /// - Parameters:
  ///   - name: The name of the predecessor in messages and records.
  ///   - read: Reads the state without changing anything, and returns nil if nothing was recorded. If something cannot
  ///     be read, it throws an error, and then nothing runs.
  public init(_ name: String, awaiting read: @escaping @Sendable () async throws -> State?) {
    self.name = name
    reading = .awaited { try await read().map { [$0] } ?? [] }
  }

  init(_ name: String, readingAll read: @escaping @Sendable () throws -> [State]) {
    self.name = name
    reading = .immediate(read)
  }
  /// Returns what the predecessor has finished, without suspending.
  func statesAtOnce() throws(NomadError) -> [State] {
    guard case .immediate(let read) = reading else { throw .mustBeAwaited(name) }
    do { return try read() } catch { throw .predecessorUnreadable(name, error) }
  }

  /// Returns what the predecessor has finished.
  func states() async throws(NomadError) -> [State] {
    guard case .awaited(let read) = reading else { return try statesAtOnce() }
    do { return try await read() } catch { throw .predecessorUnreadable(name, error) }
  }
}
