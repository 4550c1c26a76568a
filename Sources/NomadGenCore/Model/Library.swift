/// What is known of the library's own modules without reading them.
///
/// Their sources are not always to be had: Xcode shows none, and a check sees one package only. Where they are, what is
/// said there of Nomad's own builds, such as the `#if` of a trait, has no place in the registry of a user.
package enum Library {
  /// The module that has `Tribe`.
  package static let core = "Nomad"

  /// The library's protocol, which is the one to discover if nobody asks for another.
  static let tribe = "Tribe"

  /// The module that has `TribeTarget`.
  private static let targets = "NomadTargets"

  /// A protocol of the library that refines `Tribe`, and the module that has it.
  struct Refinement: Equatable {
    let module: String
    let name: String
  }

  /// The protocol for tribes that return promises.
  static let promiseTribe = Refinement(module: "NomadPromiseKit", name: "PromiseTribe")

  /// All refinements; their names end with "Tribe", so every file that has one is found.
  private static let refinements = [
    promiseTribe,
    Refinement(module: "NomadGRDB", name: "DatabaseTribe"),
    Refinement(module: "NomadPostgres", name: "PostgresTribe"),
    Refinement(module: "NomadPostgres", name: "PostgresBatchTribe"),
    Refinement(module: core, name: "BatchTribe"),
  ]

  /// Whether a module's sources are passed over: it is the library's, and all that matters of it is known.
  package static func isKnown(_ module: String, protocolName: String) -> Bool {
    protocolName == tribe && ([core, targets] + refinements.map(\.module)).contains(module)
  }

  /// The declarations of the library that can make a type a tribe, as if files had them.
  ///
  /// - Parameters:
  ///   - home: The module whose tribes are looked for, which declares its own.
  ///   - protocolName: The protocol to discover.
  /// - Returns: A file for each refinement.
  static func files(besides home: String, protocolName: String) -> [SourceFile] {
    guard protocolName == tribe else { return [] }
    return refinements.filter { $0.module != home }.map { refinement in
      let source = "public protocol \(refinement.name): Tribe {}"
      var file = Array(source.utf8).withUnsafeBufferPointer { Scanner.scan($0, path: "") }
      file.module = refinement.module
      return file
    }
  }
}
