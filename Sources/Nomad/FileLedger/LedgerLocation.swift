internal import Foundation
internal import NomadFiles

/// The location of a ledger's file.
enum LedgerLocation: Sendable {
  /// At a path, or at a URL without a usable path.
  case path(Result<String, NoPath>)
  /// At the platform's standard location, under a name, for tribes of these modules.
  case standard(name: String, modules: Set<String>)
  /// In the container of an app group, under a name. The closure returns the container; nil if there is none.
  case container(of: String, name: String, @Sendable () -> URL?)

  /// The name of a ledger for which no name was given.
  static let defaultName = "default"

  /// The reason why a URL cannot be the location of a ledger.
  struct NoPath: Error {
    let reason: String
  }

  /// The suffixes of the files beside a ledger.
  private static let reservedSuffixes = [".lock", ".new"]

  /// Returns the location at a URL.
  static func url(_ url: URL) -> Self {
    let path = url.standardizedFileURL.path
    guard url.isFileURL, !path.utf8.contains(0) else {
      return .path(.failure(NoPath(reason: "\(url) is not the URL of a file.")))
    }
    guard !reservedSuffixes.contains(where: path.hasSuffix) else {
      return .path(.failure(NoPath(reason: "\(path) has a name that is reserved for a file beside a ledger.")))
    }
    return .path(.success(path))
  }

  /// Returns the path, resolved now.
  func path() throws(NomadError) -> String {
    switch self {
    case .path(.success(let path)):
      return path
    case .path(.failure(let problem)):
      throw .locationUnknown(problem.reason)
    case .standard(let name, let modules):
      return try Self.standardPath(name, modules: modules)
    case .container(let group, let name, let container):
      guard let container = container() else { throw .noContainer(of: group) }
      let file = FilePath.name(for: name, lowercase: true) + ".ledger"
      return try Self.url(container.appendingPathComponent("Library/Application Support/Nomad/\(file)")).path()
    }
  }

  /// The name in messages of a ledger without a path.
  var nowhere: String {
    switch self {
    case .path(.success(let path)): path
    case .path(.failure(let problem)): "at an unknown place (\(problem.reason))"
    case .standard(let name, _): "\(name.debugDescription) at an unknown place"
    case .container(let group, let name, _): "\(name.debugDescription) of the app group \(group)"
    }
  }

  private static func standardPath(_ name: String, modules: Set<String>) throws(NomadError) -> String {
    #if canImport(Darwin)
      let bundle = Bundle.main.bundleIdentifier
      let isExtension = Bundle.main.bundleURL.pathExtension == "appex"
      guard
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?.path
      else {
        throw .locationUnknown("The system names no Application Support folder.")
      }
      return try path(
        name,
        modules: modules,
        bundle: bundle,
        isExtension: isExtension,
        bundles: support,
        others: support + "/Nomad"
      )
    #else
      let state = try stateFolder(in: ProcessInfo.processInfo.environment)
      return try path(name, modules: modules, bundle: nil, bundles: state, others: state + "/nomad")
    #endif
  }

  /// Returns the path of a ledger: in the bundle's folder or, without a bundle, in a folder that all programs of the
  /// user share.
  ///
  /// In the shared folder, a default ledger has the name of the module. With the name of the executable, renaming the
  /// executable would run every tribe again.
  static func path(
    _ name: String,
    modules: Set<String>,
    bundle: String?,
    isExtension: Bool = false,
    bundles: String,
    others: String
  ) throws(NomadError) -> String {
    // An extension's bundle and folder are not those of the app.
    if isExtension { throw .ledgerOfExtension(bundle) }
    let file: (String) -> String = { FilePath.name(for: $0, lowercase: true) + ".ledger" }
    if let bundle { return "\(bundles)/\(FilePath.name(for: bundle, lowercase: false))/Nomad/\(file(name))" }
    guard name == defaultName else { return "\(others)/\(file(name))" }
    let modules = ByteOrder.sorted(modules).filter { !$0.isEmpty }
    guard modules.count == 1 else { throw .ledgerNotNamed(modules) }
    return "\(others)/\(file(modules[0]))"
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
