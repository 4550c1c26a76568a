/// The oldest version that the data can have, whatever tribes are done: see ``MigrationPolicy/oldest``.
extension LedgerHistory {
  /// A version that the data of a module has at least; that of all modules if the module is nil.
  private typealias Floor = (version: TribeVersion, module: String?)

  /// The oldest version that the data can have, because an app created it, or because it had that version before tribes
  /// were forgotten; nil if that is not recorded.
  package var floor: TribeVersion? { floors.map(\.version).max() }

  /// Returns that version for the data of some modules.
  func floor(of modules: Set<String>) -> TribeVersion? {
    floors.filter { $0.module.map(modules.contains) ?? true }.map(\.version).max()
  }

  private var floors: [Floor] {
    guard let reason = startReason else { return [] }
    guard reason.hasPrefix(Self.forgottenMark) else { return birth.map { [(version: $0, module: nil)] } ?? [] }
    return reason.dropFirst(Self.forgottenMark.count).split(separator: ",").compactMap { part -> Floor? in
      let words = part.split(separator: " ")
      guard let first = words.first, let version = try? TribeVersion(app: String(first)) else { return nil }
      return (version, words.count > 1 ? words.last.map(String.init) : nil)
    }
  }

  /// The beginning of the reason of a record after tribes were forgotten: the version of the data follows or, if several
  /// modules share the ledger, that of each.
  private static let forgottenMark = "forgotten at "

  /// Returns the record of the versions that the data keeps, although records forget tribes; nil if the records that
  /// remain tell the same versions.
  package func start(forgettingBy records: [LedgerRecord], appVersion: String?) -> LedgerRecord? {
    let left = LedgerHistory(self.records + records)
    let named = modules.union(floors.compactMap(\.module)).subtracting([""])
    // A mark by hand, which has no module, counts for each of them.
    let scopes = named.count > 1 ? ByteOrder.sorted(named).map { [$0, ""] } : [Array(named) + [""]]
    let isLost = scopes.contains { scope in
      guard let reached = reached(of: Set(scope)) else { return false }
      return left.reached(of: Set(scope)).map { $0 < reached } ?? true
    }
    if !isLost { return nil }
    let texts = scopes.compactMap { scope in
      reached(of: Set(scope)).map { scopes.count > 1 ? "\($0.appText) in \(scope[0])" : $0.appText }
    }
    return .start(reason: Self.forgottenMark + texts.joined(separator: ", "), appVersion: appVersion)
  }

  /// Returns the newest version that the data of some modules has had; nil if it is not known.
  private func reached(of modules: Set<String>) -> TribeVersion? {
    (versions(of: modules) + [baseline, floor(of: modules)].compactMap(\.self)).max()
  }
}
