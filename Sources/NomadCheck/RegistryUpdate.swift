import NomadGenCore
package import NomadSources

/// The registries that are committed, as the sources give them now.
package struct RegistryUpdate {
  /// The findings of the build about the modules, as text.
  package let findings: String
  /// Whether a finding is an error, so that no registry is written.
  package let hasErrors: Bool
  private var files: [(path: String, text: String)] = []

  /// Generates the registries of the modules that have a committed one.
  ///
  /// - Parameter selection: The modules.
  /// - Throws: ``Failure`` if a file cannot be read, if no module has a committed registry, or if one is present only in
  ///   part.
  package init(of selection: Selection) throws(Failure) {
    guard selection.items.contains(where: { $0.registry != nil }) else {
      throw Failure(
        "no module here has a committed \(StaleRegistry.fileName); write the first one with 'swift run "
          + "nomad-gen --output Sources/App/\(StaleRegistry.fileName) --module App Sources/App'"
      )
    }
    if let folder = selection.undescribed {
      throw Failure(
        "SwiftPM does not describe the package in '\(folder)', so the files of a module are not known; no registry was "
          + "written; run 'swift package describe'"
      )
    }
    let package = try Check.check(selection: selection)
    // The registries lack what the tool did not see.
    var found = package.findings.filter { $0.code == .uncheckedTribes }
    for (item, module) in zip(selection.items, package.modules) {
      guard let path = item.registry else { continue }
      if item.module.isPartial {
        throw Failure("the paths cover only a part of module \(item.module.name); name the module's folder")
      }
      found += module.output.findings
      if item.target?.description?.usesPlugin == true {
        found += module.findings.filter { $0.code == .staleRegistry }
      }
      if let other = try StaleRegistry.module(of: path), other != module.module {
        throw Failure(
          "'\(path)' is the registry of module '\(other)', and these paths make its sources module '\(module.module)'; "
            + "name the module with --module"
        )
      }
      if let text = module.output.registry { files.append((path, text)) }
    }
    (findings, hasErrors) = (ReportFormat.text.report(with: found), found.hasErrors)
  }

  /// Writes the files that differ.
  ///
  /// - Returns: A line for each file.
  /// - Throws: ``Failure`` if a file cannot be written.
  package func write() throws(Failure) -> String {
    var lines = ""
    for (path, text) in files {
      let isNew = try File.writeIfChanged(text, to: path)
      lines += (isNew ? "wrote \(path)" : "\(path) is up to date").printable + "\n"
    }
    return lines
  }
}
