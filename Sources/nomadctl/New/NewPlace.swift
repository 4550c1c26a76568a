#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// Where a new tribe goes.
  struct NewPlace {
    let module: String

    /// The module's target.
    let target: String

    /// The folder of the tribe.
    let folder: String

    /// The test target that gets its test, if one was named.
    private let testTarget: String?

    /// The folder of its test.
    var testFolder: String { "Tests/\(testTarget ?? target + "Tests")" }

    /// Whether there are tests there already.
    var hasTests: Bool { FileManager.default.fileExists(atPath: testFolder) }

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - folders: The modules that there are.
    ///   - tribes: All tribes, in migration order.
    ///   - wanted: The module, or its target; nil for the only one that has tribes, or the only one that there is.
    ///   - testTarget: The test target that gets the test; nil for the one that is named after the module's target.
    /// - Throws: ``Failure`` if there is no such module, or more than one.
    init(among folders: [SourceFolder], tribes: [TribeSummary], module wanted: String?, testTarget: String?) throws {
      self.testTarget = testTarget
      let withTribes = folders.filter { folder in tribes.contains { $0.module == folder.module.name } }
      let labels = folders.map(\.label).joined(separator: ", ")
      let chosen: SourceFolder
      switch (wanted, withTribes.count, folders.count) {
      case (_, _, 0): throw Failure("there is no module in Sources")
      case (let name?, _, _):
        guard let folder = folders.first(where: { $0.isNamed(name) }) else {
          throw Failure("there is no module '\(name)' in Sources; there are \(labels)")
        }
        chosen = folder
      case (nil, 1, _): chosen = withTribes[0]
      case (nil, _, 1): chosen = folders[0]
      default: throw Failure("say with --module which module gets the tribe: \(labels)")
      }
      (module, target) = (chosen.module.name, chosen.target)
      let newest = tribes.last { $0.module == chosen.module.name && $0.order != nil }
      folder =
        newest.map { URL(fileURLWithPath: $0.location.file).deletingLastPathComponent().relativePath }
        ?? "\(chosen.path)/Tribes"
    }
  }
#endif
