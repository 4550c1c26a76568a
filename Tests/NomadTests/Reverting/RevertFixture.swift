import NomadFiles
import NomadReverting

@testable import Nomad

/// The data of the tribes: the names of those whose work it contains, in order.
final class Shelf: Sendable {
  private let state = Locked<[String]>([])

  var all: [String] {
    get { state.value }
    set { state.value = newValue }
  }

  /// Does a tribe's work; doing it again changes nothing.
  func put(_ name: String) {
    state.withLock { if !$0.contains(name), !$0.contains("half \(name)") { $0.append("half \(name)") } }
    state.withLock { if let index = $0.firstIndex(of: "half \(name)") { $0[index] = name } }
  }

  /// Undoes it, in two steps.
  func take(_ name: String) { take(name) {} }

  func take(_ name: String, meanwhile: () throws -> Void) rethrows {
    state.withLock { if let index = $0.firstIndex(of: name) { $0[index] = "half \(name)" } }
    try meanwhile()
    state.withLock { $0.removeAll { $0 == "half \(name)" } }
  }
}

/// A tribe that puts its name on a shelf, and takes it away when it is reverted.
protocol ShelfTribe: RevertibleTribe {
  var shelf: Shelf { get }
}

extension ShelfTribe {
  static var name: String { "\(Self.self)" }

  func migrate() async throws { shelf.put(Self.name) }

  func revert() async throws { shelf.take(Self.name) }
}

struct One: ShelfTribe {
  static let target: TribeTarget = .literal("1.0.0")
  @TribeDependency var shelf: Shelf
}

struct Two: ShelfTribe {
  static let target: TribeTarget = .literal("2.0.0")
  @TribeDependency var shelf: Shelf
}

struct TwoAndMore: ShelfTribe {
  static let target: TribeTarget = .dotted("2.0.0-1")
  @TribeDependency var shelf: Shelf
}

/// A tribe that a release adds below versions that have shipped.
struct Late: ShelfTribe {
  static let target: TribeTarget = .literal("1.5.0")
  @TribeDependency var shelf: Shelf
}

struct MergingBoth: ShelfTribe {
  static let target: TribeTarget = .dotted("2.0-1")
  static let merges: [String] = ["1.0.0", "2.0.0"]
  @TribeDependency var shelf: Shelf
}

struct Three: ShelfTribe {
  static let target: TribeTarget = .literal("3.0.0")
  @TribeDependency var shelf: Shelf
}

struct Four: ShelfTribe {
  static let target: TribeTarget = .literal("4.0.0")
  @TribeDependency var shelf: Shelf
}

struct Once: ShelfTribe {
  static let target: TribeTarget = .once("a")
  @TribeDependency var shelf: Shelf
}

/// A tribe that cannot be reverted.
struct Final: Tribe, SendableMetatype {
  static let target: TribeTarget = .literal("2.5.0")
  @TribeDependency var shelf: Shelf

  func migrate() { shelf.put("Final") }
}

/// A ledger that keeps a shelf and the records in one place: it contains either both a tribe's work and its record, or
/// neither.
struct ShelfLedger: Ledger {
  static let kind = "Shelf"

  let ledger: any Ledger
  let shelf: Shelf

  var identity: String { ledger.identity }

  var transactionKind: String? { Self.kind }

  func history() async throws -> LedgerHistory { try await ledger.history() }

  func withExclusiveAccess<Result: Sendable>(
    in context: LedgerContext,
    _ body: @Sendable (any LedgerSession) async throws -> Result
  ) async throws -> Result {
    try await ledger.withExclusiveAccess(in: context) { try await body(Session(session: $0, shelf: shelf)) }
  }

  private struct Session: LedgerSession {
    let session: any LedgerSession
    let shelf: Shelf

    func history() async throws -> LedgerHistory { try await session.history() }

    func append(_ records: [LedgerRecord]) async throws { try await session.append(records) }

    func perform(
      _ work: @escaping @Sendable () async throws -> Void,
      recording records: @escaping @Sendable () throws -> [LedgerRecord]
    ) async throws {
      let before = shelf.all
      do {
        try await work()
        try await session.append(records())
      } catch {
        shelf.all = before
        throw error
      }
    }
  }
}
