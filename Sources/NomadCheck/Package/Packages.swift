import NomadGenCore
import NomadSources

/// The packages of one run, each of which SwiftPM describes once.
package final class Packages {
  private var descriptions: [String: Result<PackageDescription, Failure>] = [:]
  private var packages: [String: SourcePackage] = [:]

  package init() {}

  /// Returns the package in a folder.
  ///
  /// - Parameter root: The path of the package's folder, with a slash at its end; empty for the current folder.
  /// - Returns: The package.
  /// - Throws: ``Failure`` if a folder cannot be read.
  func package(in root: String) throws(Failure) -> SourcePackage {
    if let known = packages[root] { return known }
    let package = try SourcePackage(in: root, try description(of: root))
    packages[root] = package
    return package
  }

  private func description(of root: String) throws(Failure) -> Result<PackageDescription, Failure>? {
    guard SourceTree.isFile(root + "Package.swift") else { return nil }
    let folder = SourceTree.canonicalPath(of: root.isEmpty ? "." : root)
    if let known = descriptions[folder] { return known }
    // This is no fault of the package, which the check could do without.
    try ChildProcess.checkTemporaryFolder()
    let description = Result { () throws(Failure) in try SwiftPM.describe(folder) }
    descriptions[folder] = description
    return description
  }

  /// Returns the packages that a package depends on by path, directly or indirectly, except the library itself.
  ///
  /// - Parameter package: The package.
  /// - Returns: Those in the same repository, which are checked with it, and the others. Without a repository, there are
  ///   no others.
  /// - Throws: ``Failure`` if a folder cannot be read.
  func dependencies(of package: SourcePackage) throws(Failure) -> (own: [SourcePackage], others: [SourcePackage]) {
    let folder = package.folder
    let repository = Self.repository(around: folder)
    var (own, others): ([SourcePackage], [SourcePackage]) = ([], [])
    var seen: Set<String> = [folder]
    var pending = package.description?.packagePaths ?? []
    while !pending.isEmpty {
      let folder = SourceTree.canonicalPath(of: pending.removeFirst())
      guard seen.insert(folder).inserted, SourceTree.isFile(folder + "/Package.swift") else { continue }
      let dependency = try self.package(in: SourceTree.relativePath(of: folder) + "/")
      let isOwn = isInside(folder, repository) && dependency.description?.isLibrary != true
      if isOwn { own.append(dependency) } else { others.append(dependency) }
      pending += dependency.description?.packagePaths ?? []
    }
    return (own, others)
  }

  /// Returns the outermost repository around a package's folder, because a submodule is a part of the repository around
  /// it; empty, which means every folder, if there is none.
  private static func repository(around folder: String) -> String {
    var (repository, candidate) = ("", folder)
    while !candidate.isEmpty {
      if File.Status(of: candidate + "/.git") != nil { repository = candidate }
      candidate = String(candidate[..<(candidate.lastIndex(of: "/") ?? candidate.startIndex)])
    }
    return repository
  }

  /// The place of a path in a package.
  struct Place {
    let package: SourcePackage
    /// The path in the package's folder.
    let path: String
    /// The module whose folder contains the path; nil if none does.
    let module: String?
  }

  /// Returns the place of a path in a package: in the one in the current folder, or in one with a `Package.swift` around
  /// the path.
  ///
  /// A folder called `Sources` belongs to a package even without a manifest.
  ///
  /// - Parameter path: The path of a file or of a folder.
  /// - Returns: The place; nil if the path neither is in a module's folder nor contains one.
  /// - Throws: ``Failure`` if a folder cannot be read.
  func place(of path: String) throws(Failure) -> Place? {
    // Try the path as written first: an entry of Sources may be a link to another place.
    let start = path.hasPrefix("/") ? "/" : ""
    if let place = try place(of: SourceTree.components(of: path), in: start) { return place }
    return try place(of: SourceTree.components(of: SourceTree.canonicalPath(of: path)), in: "/")
  }

  private func place(of path: [String], in start: String) throws(Failure) -> Place? {
    // The path may itself be a package's folder.
    for index in path.startIndex...path.endIndex {
      let root = start + path[..<index].map { $0 + "/" }.joined()
      let inner = path[index...].joined(separator: "/")
      let isSources = inner == "Sources"
      guard isSources || root.isEmpty || SourceTree.isFile(root + "Package.swift"), path.dropFirst(index).first != ".."
      else { continue }
      let package = try self.package(in: root)
      if isSources || package.hasModules(at: inner) {
        return Place(package: package, path: inner, module: package.module(around: inner))
      }
    }
    return nil
  }
}
