internal import Foundation

/// Where the file of a ledger is.
enum LedgerLocation: Hashable, Sendable {
  /// At a path, or at a URL that has none.
  case path(Result<String, NoPath>)
  /// In the platform's place for such files, under a name.
  case standard(name: String)

  /// Why a URL is no place for a ledger.
  struct NoPath: Error, Hashable {
    let reason: String
  }

  /// What the files beside a ledger end in.
  private static let reservedSuffixes = [".lock", ".new"]

  /// At a URL.
  static func url(_ url: URL) -> Self {
    let path = url.standardizedFileURL.path
    guard url.isFileURL, !path.utf8.contains(0) else {
      return .path(.failure(NoPath(reason: "\(url) is not the URL of a file.")))
    }
    guard !reservedSuffixes.contains(where: path.hasSuffix) else {
      return .path(.failure(NoPath(reason: "\(path) has the name of a file that stands beside a ledger.")))
    }
    return .path(.success(path))
  }

  /// The path, resolved now.
  func path() throws(NomadError) -> String {
    switch self {
    case .path(.success(let path)):
      return path
    case .path(.failure(let fault)):
      throw .locationUnknown(fault.reason)
    case .standard(let name):
      return try Self.folder() + "/" + FileName.escaped(name, lowercase: true) + ".ledger"
    }
  }

  /// What to call it when there is no path.
  var nowhere: String {
    switch self {
    case .path(.success(let path)): path
    case .path(.failure(let fault)): "at an unknown place (\(fault.reason))"
    case .standard(let name): "\(name.debugDescription) at an unknown place"
    }
  }

  private static func folder() throws(NomadError) -> String {
    #if canImport(Darwin)
      let owner = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      guard
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      else {
        throw .locationUnknown("The system names no Application Support folder.")
      }
      return support.path + "/" + FileName.escaped(owner, lowercase: false) + "/Nomad"
    #else
      let environment = ProcessInfo.processInfo.environment
      let owner = FileName.escaped(ProcessInfo.processInfo.processName, lowercase: false)
      return try stateFolder(in: environment) + "/" + owner + "/nomad"
    #endif
  }

  /// The folder for a user's state (XDG Base Directory Specification 0.8).
  static func stateFolder(in environment: [String: String]) throws(NomadError) -> String {
    // "All paths set in these environment variables must be absolute. If an implementation encounters a relative
    // path … it should consider the path invalid and ignore it."
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw .locationUnknown("Neither XDG_STATE_HOME nor HOME is set to an absolute path.")
    }
    return home + "/.local/state"
  }
}
