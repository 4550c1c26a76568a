import NomadGenCore

/// A finder of folders in the checked packages with Swift files that the check does not cover.
struct UncheckedFolders {
  /// A folder, or a file beside folders that are covered.
  struct Folder {
    let path: String
    /// The first of its files that mentions the protocol; nil if none does.
    var mention: String?
  }

  private(set) var folders: [Folder] = []

  /// Searches the folders of the packages that a check covers as a whole.
  ///
  /// - Parameters:
  ///   - selection: The checked modules.
  ///   - protocolName: The protocol to discover.
  /// - Throws: ``Failure`` if the folder of a package cannot be read.
  init(besides selection: Selection, protocolName: String) throws(Failure) {
    for package in selection.whole { try search(package, besides: selection, Relevance([protocolName])) }
  }

  private mutating func search(
    _ package: SourcePackage,
    besides selection: Selection,
    _ relevance: Relevance
  ) throws(Failure) {
    let root = package.root
    let inner = (selection.whole + selection.others).map(\.root).filter { $0 != root && $0.hasPrefix(root) }
    let known =
      package.targets.map(\.folder).filter { !$0.isEmpty }.map { root + $0 } + inner.map { String($0.dropLast()) }
    var strays: [String] = []
    for entry in try SourceTree.entries(of: root.isEmpty ? "." : root) {
      guard SourceTree.isFolder(entry) || entry.hasSuffix(".swift") else { continue }
      // An unreadable folder is not checked, either.
      let files = (try? SourceTree.sources(in: entry)) ?? [entry]
      strays += files.filter { file in !known.contains { isInside(file, $0) } && !Self.isManifest(file, in: root) }
    }
    guard !strays.isEmpty else { return }
    let checked = Set(selection.modules.flatMap(\.files).map(SourceTree.canonicalPath(of:)))
    var covered = Set(known)
    for path in known + [root + "Package.swift"] { covered.formUnion(Self.folders(around: path)) }
    strays.removeAll { file in
      guard checked.contains(SourceTree.canonicalPath(of: file)) else { return false }
      covered.formUnion(Self.folders(around: file))
      return true
    }
    let reader = FileReader()
    for file in strays {
      let path = Self.folders(around: file).first { !covered.contains($0) } ?? file
      let index = folders.firstIndex { $0.path == path } ?? folders.count
      if index == folders.count { folders.append(Folder(path: path)) }
      // The tribes of tests are not shipped.
      guard folders[index].mention == nil, !isInside(file, root + "Tests") else { continue }
      var isMentioned = false
      try? reader.read(file) { isMentioned = relevance.isRelevant($0) }
      if isMentioned { folders[index].mention = file }
    }
  }

  /// Returns the paths of the folders around a path, from the outermost on.
  private static func folders(around path: String) -> [String] {
    path.indices.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
  }

  private static func isManifest(_ file: String, in root: String) -> Bool {
    let name = file.dropFirst(root.count)
    return name == "Package.swift" || name.hasPrefix("Package@swift-") && !name.contains("/")
  }
}
