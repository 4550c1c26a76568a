import NomadGenCore
import NomadSources

/// A finder of what the check does not cover: Swift files in the checked packages, and packages that they depend on.
struct UncheckedFolders {
  /// A folder, or a file beside folders that are covered.
  struct Folder {
    let path: String
    /// Whether it is a package of its own.
    var isPackage = false
    /// The first of its files that mentions the protocol and may be shipped; nil if none does.
    var mention: String?
  }

  private(set) var folders: [Folder] = []

  private let relevance: Relevance
  /// The folders of the packages that the check knows.
  private let packages: Set<String>
  private let checked: [String]
  /// The files that it covers, and the other files of the targets.
  private let known: Set<String>
  private lazy var canonical = Set(known.map(SourceTree.canonicalPath(of:)))

  /// Searches the folders of the packages that a check covers as a whole.
  ///
  /// - Parameters:
  ///   - selection: The checked modules.
  ///   - protocolName: The protocol to discover.
  /// - Throws: ``Failure`` if the folder of a package cannot be read.
  init(besides selection: Selection, protocolName: String) throws(Failure) {
    relevance = Relevance([protocolName])
    packages = Set((selection.whole + selection.others).map(\.folder))
    checked = selection.modules.flatMap(\.files)
    let files = selection.whole.flatMap { package in package.targets.flatMap(\.files).map { package.root + $0 } }
    known = Set(files + checked)
    for package in selection.whole { try search(package) }
    var seen = Set(selection.whole.map(\.folder))
    for package in selection.others where package.description?.isLibrary != true && seen.insert(package.folder).inserted
    {
      let files = package.targets.filter(\.isChecked).flatMap(\.files).map { package.root + $0 }
      folders.append(
        Folder(path: String(package.root.dropLast()), isPackage: true, mention: files.first { mentions($0) })
      )
    }
  }

  private mutating func search(_ package: SourcePackage) throws(Failure) {
    let root = package.root
    var strays: [String] = []
    for entry in try SourceTree.entries(of: root.isEmpty ? "." : root) {
      guard SourceTree.isFolder(entry) || entry.hasSuffix(".swift"), !Self.isOfXcode(entry, in: root) else { continue }
      // An unreadable folder is not checked, either.
      let files = (try? SourceTree.sources(in: entry)) ?? [entry]
      strays += files.filter { file in
        file.hasSuffix(".swift") && !known.contains(file) && !Self.isManifest(file, in: root)
          && !Self.isOfXcode(file, in: root)
      }
    }
    // A path may be written in another way, or lead through a link; few are left here.
    strays = strays.filter { !canonical.contains(SourceTree.canonicalPath(of: $0)) }
    guard !strays.isEmpty else { return }
    var paths = checked
    paths.append(root + "Package.swift")
    for target in package.targets { paths += ([target.folder + "/"] + target.files).map { root + $0 } }
    let covered = Set(paths.flatMap(Self.folders(around:)))
    for file in strays {
      let around = Self.folders(around: file)
      if let package = around.last(where: { $0.hasPrefix(root) && SourceTree.isFile($0 + "/Package.swift") }) {
        if packages.contains(SourceTree.canonicalPath(of: package)) { continue }
        if !folders.contains(where: { $0.path == package }) { folders.append(Folder(path: package, isPackage: true)) }
        continue
      }
      let path = around.first { !covered.contains($0) } ?? file
      let index = folders.firstIndex { $0.path == path } ?? folders.count
      if index == folders.count { folders.append(Folder(path: path)) }
      // The tribes of tests and of snippets are not shipped.
      guard folders[index].mention == nil, !["Tests", "Snippets"].contains(where: { isInside(file, root + $0) })
      else { continue }
      if mentions(file) { folders[index].mention = file }
    }
  }

  private func mentions(_ file: String) -> Bool { (try? relevance.isRelevant(fileAt: file)) == true }

  /// Returns the paths of the folders around a path, from the outermost on.
  private static func folders(around path: String) -> [String] {
    path.indices.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
  }

  private static func isManifest(_ file: String, in root: String) -> Bool {
    let name = file.dropFirst(root.count)
    return name == "Package.swift" || name.hasPrefix("Package@swift-") && !name.contains("/")
  }

  /// Whether a path is in Xcode's folder for builds and checkouts.
  private static func isOfXcode(_ path: String, in root: String) -> Bool {
    SourceTree.components(of: String(path.dropFirst(root.count))).contains("DerivedData")
  }
}
