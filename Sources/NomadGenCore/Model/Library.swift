/// What is known of the library's own modules without reading them.
///
/// Their sources are not always to be had: Xcode shows none, and a check sees one package only. Where they are, what is
/// said there of Nomad's own builds, such as the `#if` of a trait, has no place in the registry of a user.
package enum Library {
  /// The module that has `Tribe`.
  package static let core = "Nomad"

  /// The module that has `TribeTarget`.
  private static let targets = "NomadTargets"

  /// The module with the tribes that return promises.
  static let promises = "NomadPromiseKit"

  /// The protocol for tribes that return promises.
  static let promiseTribe = "PromiseTribe"

  /// The names of the protocols that refine `Tribe`; they end with that word, so whatever file has one is found.
  static let refinements: Set<String> = [promiseTribe]

  /// Whether a module's sources are passed over: it is the library's, and all that matters of it is known.
  package static func isKnown(_ module: String, protocolName: String) -> Bool {
    protocolName == NameLookup.tribe && [core, targets, promises].contains(module)
  }

  /// The declarations of the library that can make a type a tribe, as if a file had them.
  static func files(protocolName: String) -> [SourceFile] {
    guard protocolName == NameLookup.tribe else { return [] }
    let source = "public protocol \(promiseTribe): Tribe {}"
    var file = Array(source.utf8).withUnsafeBufferPointer { Scanner.scan($0, path: "") }
    file.module = promises
    return [file]
  }
}
