package import NomadGenCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension SourceTree {
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the Swift files that a path names, or that are in the folder that it names, without those in folders that
  /// SwiftPM does not search.
  package static func sources(in path: String) throws(Failure) -> [String] {
    let opaque = [".docc", ".playground", ".xcassets", ".xcdatamodeld", ".xcodeproj", ".xcworkspace"]
    return try files(in: [path]).filter { file in
      let inner = file.utf8.dropFirst(path == "." ? 0 : path.utf8.count)
      // Few paths have an extension besides that of the file, and splitting them all would take time.
      guard inner.dropLast(".swift".utf8.count).contains(UInt8(ascii: ".")) else { return true }
      let components = components(of: String(decoding: inner, as: UTF8.self))
      return !components.contains { component in opaque.contains { component.hasSuffix($0) } }
    }
  }

  /// Returns the path with all links resolved, or the path itself if nothing exists there.
  package static func canonicalPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the path from the current folder to the same place as an absolute path without links.
  static func relativePath(of path: String) -> String {
    let (target, current) = (components(of: path), components(of: canonicalPath(of: ".")))
    let common = zip(target, current).prefix { $0 == $1 }.count
    let steps = current.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Returns a path's components without `.` and empty ones.
  package static func components(of path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  /// Returns the module name of a target, as SwiftPM derives it: each character that an identifier cannot hold becomes
  /// an underscore.
  package static func moduleName(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}
