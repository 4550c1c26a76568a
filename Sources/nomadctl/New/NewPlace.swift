#if Nomadctl
  import Foundation
  import NomadGenCore
  import NomadSources

  /// Where a new tribe goes.
  struct NewPlace {
    let module: String

    /// The folder of the tribe.
    let folder: String

    /// The folder of its test.
    var testFolder: String { "Tests/\(module)Tests" }

    /// Whether there are tests there already.
    var hasTests: Bool { FileManager.default.fileExists(atPath: testFolder) }

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules that there are.
    ///   - tribes: All tribes, in migration order.
    ///   - wanted: The module; nil for the only one that has tribes, or the only one that there is.
    /// - Throws: ``Failure`` if there is no such module, or more than one.
    init(among modules: [String], tribes: [TribeSummary], module wanted: String?) throws {
      let withTribes = modules.filter { name in tribes.contains { $0.module == name } }
      switch (wanted, withTribes.count, modules.count) {
      case (let name?, _, _):
        guard modules.contains(name) else {
          throw Failure("there is no module '\(name)' in Sources; there are \(modules.joined(separator: ", "))")
        }
        module = name
      case (nil, 1, _): module = withTribes[0]
      case (nil, _, 1): module = modules[0]
      case (nil, _, 0): throw Failure("there is no module in Sources")
      default:
        throw Failure("say with --module which module gets the tribe: \(modules.joined(separator: ", "))")
      }
      let newest = tribes.last { [module] in $0.module == module && $0.order != nil }
      folder =
        newest.map { URL(fileURLWithPath: $0.location.file).deletingLastPathComponent().relativePath }
        ?? "Sources/\(module)/Tribes"
    }
  }
#endif
