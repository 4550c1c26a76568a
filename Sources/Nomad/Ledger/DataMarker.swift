internal import Foundation

/// The file in the data's folder that tells the data from all other: a random identity, which the ledger records, too.
struct DataMarker {
  /// What is in the folder.
  enum Contents: Equatable {
    case noFolder, nothing
    case identity(String)
  }

  let folder: String
  private let files = POSIXFileOperations()

  var path: String { folder + "/.nomad-data" }

  func read() throws(SystemError) -> Contents {
    let file: FileOperations.Descriptor
    do throws(SystemError) {
      file = try files.openRetrying(path, for: .reading)
    } catch {
      guard error.isNothingThere else { throw error }
      return try files.statusIfThere(at: folder) == nil ? .noFolder : .nothing
    }
    defer { files.close(file) }
    return .identity(String(decoding: try files.readStart(of: file, 100), as: UTF8.self))
  }

  /// Writes the identity, all or nothing, durably.
  private func write(_ identity: String) throws(SystemError) {
    let new = path + ".new"
    if try files.statusIfThere(at: new) != nil { try files.remove(new) }
    let file = try files.openRetrying(new, for: .creating)
    defer { files.close(file) }
    files.giveToOwner(ofFolder: folder, file)
    try files.writeAll(Array(identity.utf8), to: file)
    try files.sync(file, .everything)
    try files.rename(new, to: path)
    try files.syncFolder(folder)
  }

  /// Does what is left to do so that the ledger knows its data.
  ///
  /// The ledger names the identity before the marker is there: whoever is killed in between goes on with it.
  func bind(in session: any LedgerSession, appVersion: String) async throws {
    let (bond, contents) = (try await session.history().dataBond, try read())
    guard bond.verdict(on: contents) == .unbound else { return }
    func record(_ reason: String) async throws {
      let kind = LedgerRecord.Kind.marked(reason: reason)
      try await session.append(LedgerRecord(kind, key: LedgerKey.data, name: "data", appVersion: appVersion))
    }
    if bond == .released, case .identity(let found) = contents, UUID(uuidString: found) != nil {
      return try await record(found)
    }
    let identity: String
    if case .binding(let begun) = bond { identity = begun } else { identity = UUID().uuidString }
    if bond != .binding(identity) { try await record(DataBond.bindingPrefix + identity) }
    try write(identity)
    try await record(identity)
  }
}

/// What a ledger says of its data.
enum DataBond: Equatable {
  /// Nothing was ever said, or it was said that whatever is there is its data.
  case unknown, released
  /// A marker with this identity is being written, or was.
  case binding(String), bound(String)

  /// What has to be done.
  enum Verdict { case settled, unbound, mismatch }

  static let bindingPrefix = "binding "

  func verdict(on contents: DataMarker.Contents) -> Verdict {
    switch (self, contents) {
    case (.bound(let own), .identity(let found)): own == found ? .settled : .mismatch
    case (.binding(let own), .identity(let found)): own == found ? .unbound : .mismatch
    case (.bound, .noFolder), (.bound, .nothing), (.unknown, .identity): .mismatch
    case (_, .noFolder): .settled
    case (_, .nothing), (.released, .identity): .unbound
    }
  }
}

extension LedgerHistory {
  var dataBond: DataBond {
    switch records.last(where: { $0.key == LedgerKey.data })?.kind {
    case nil: .unknown
    case .marked(let reason) where reason.hasPrefix(DataBond.bindingPrefix):
      .binding(String(reason.dropFirst(DataBond.bindingPrefix.count)))
    case .marked(let identity): .bound(identity)
    default: .released
    }
  }
}
