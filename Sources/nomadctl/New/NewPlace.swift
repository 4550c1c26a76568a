#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

  /// The location of a new tribe: its module, its folder, and the folder of its test.
  struct NewPlace {
    let module: String

    /// The module's target.
    let target: String

    /// The folder for the tribe.
    let folder: String

    /// The test target for the tribe's test, if the user named one.
    private let testTarget: String?

    /// The folder for the test.
    var testFolder: String { "Tests/\(testTarget ?? target + "Tests")" }

    /// Whether the folder for the test already exists.
    var hasTests: Bool { FileManager.default.fileExists(atPath: testFolder) }

    /// Chooses the location.
    ///
    /// - Parameters:
    ///   - folders: All modules of the package.
    ///   - tribes: All tribes, in migration order.
    ///   - wanted: The module or its target; nil for the only module with tribes, or the only module at all.
    ///   - testTarget: The test target for the test; nil for the one named after the module's target.
    /// - Throws: ``Failure`` if no module fits, or more than one does.
    init(among folders: [SourceFolder], tribes: [TribeSummary], module wanted: String?, testTarget: String?) throws {
      self.testTarget = testTarget
      let withTribes = folders.filter { folder in tribes.contains { $0.module == folder.module.name } }
      let labels = folders.map(\.label).joined(separator: ", ")
      let chosen: SourceFolder
      switch (wanted, withTribes.count, folders.count) {
      case (_, _, 0): throw Failure("Sources contains no module")
      case (let name?, _, _):
        guard let folder = folders.first(where: { $0.isNamed(name) }) else {
          throw Failure("Sources contains no module '\(name)'; its modules are \(labels)")
        }
        chosen = folder
      case (nil, 1, _): chosen = withTribes[0]
      case (nil, _, 1): chosen = folders[0]
      default: throw Failure("several modules are possible; choose one with --module: \(labels)")
      }
      (module, target) = (chosen.module.name, chosen.target)
      let newest = tribes.last { $0.module == chosen.module.name && $0.order != nil }
      folder =
        newest.map { URL(fileURLWithPath: $0.location.file).deletingLastPathComponent().relativePath }
        ?? "\(chosen.path)/Tribes"
    }
  }
#endif
