import NomadGenCore
import NomadSources

/// The modules of other packages that the checked packages may import.
///
/// They come from packages that a manifest gives by path, and from packages that SwiftPM has resolved.
final class ImportedModules {
  private let given: [SourcePackage]
  private let checkouts: [String]
  private let packages: Packages
  /// The checkouts with the folders in which a package usually has its modules; nil before the first search.
  private var usual: [SourcePackage]?

  /// Finds the packages.
  ///
  /// - Parameter selection: The checked modules.
  /// - Throws: ``Failure`` if a folder cannot be read.
  init(of selection: Selection) throws(Failure) {
    packages = selection.packages
    given = selection.others
    var checkouts: [String] = []
    for package in selection.whole {
      let folder = package.root + ".build/checkouts"
      if SourceTree.isFolder(folder) { checkouts += try SourceTree.entries(of: folder).map { $0 + "/" } }
    }
    self.checkouts = checkouts
  }

  /// Returns the files of a module, or none if the module is not known.
  func files(of module: String) throws(Failure) -> [String] {
    for package in given {
      if let files = Self.files(of: module, in: package) { return files }
    }
    for package in try usualPackages() {
      let root = package.root
      let inUsualFolder = Self.files(of: module, in: package)
      // SwiftPM takes half a second for each package, and only users of the library can have what makes a tribe.
      let mentions = { (text: String) throws(Failure) in try Self.manifest(in: root, mentions: text) }
      let isUser = inUsualFolder != nil ? try mentions(Library.core) : try mentions("\"\(module)\"")
      if isUser, let files = Self.files(of: module, in: try packages.package(in: root)) { return files }
      if let inUsualFolder { return inUsualFolder }
    }
    return []
  }

  private func usualPackages() throws(Failure) -> [SourcePackage] {
    if let usual { return usual }
    var found: [SourcePackage] = []
    for root in checkouts { found.append(try SourcePackage(in: root, nil)) }
    usual = found
    return found
  }

  private static func files(of module: String, in package: SourcePackage) -> [String]? {
    package.targets.first { $0.module == module && $0.isChecked && !$0.files.isEmpty }?.files.map { package.root + $0 }
  }

  private static func manifest(in root: String, mentions text: String) throws(Failure) -> Bool {
    guard SourceTree.isFile(root + "Package.swift") else { return false }
    var isFound = false
    let text = Array(text.utf8)
    try FileReader().read(root + "Package.swift") { bytes in
      isFound = text.withUnsafeBufferPointer { ByteSearch.firstIndex(of: $0, in: bytes) != nil }
    }
    return isFound
  }
}
