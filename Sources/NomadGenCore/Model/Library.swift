/// What is known of the library's own modules without reading them.
///
/// Their sources are not always to be had: Xcode shows none, and a check sees one package only. Where they are, what is
/// said there of Nomad's own builds, such as the `#if` of a trait, has no place in the registry of a user.
enum Library {
  /// The module that has `Tribe`.
  static let core = "Nomad"

  /// The module that has `TribeTarget`.
  private static let targets = "NomadTargets"

  /// The module with the tribes that return promises.
  private static let promises = "NomadPromiseKit"

  /// The key of the protocol for tribes that return promises.
  static let promiseTribe = Module.prefix(of: promises) + "PromiseTribe"

  /// The names of the protocols that refine `Tribe`; they end with that word, so whatever file has one is found.
  static let refinements: Set<String> = ["PromiseTribe"]

  /// Whether a module's sources are passed over: it is the library's, and all that matters of it is known.
  static func isKnown(_ module: String, protocolName: String) -> Bool {
    protocolName == NameLookup.tribe && [core, targets, promises].contains(module)
  }

  /// The declarations of the library that can make a type of a module a tribe, as if a file of a dependency had them.
  static func files(for module: String, protocolName: String) -> [SourceFile] {
    guard protocolName == NameLookup.tribe, module != promises else { return [] }
    let source = "public protocol PromiseTribe: Tribe {}"
    var file = Array(source.utf8).withUnsafeBufferPointer { Scanner.scan($0, path: "") }
    file.dependency = promises
    return [file]
  }
}
