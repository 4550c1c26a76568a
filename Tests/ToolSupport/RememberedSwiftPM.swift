import Foundation

/// A `swift` for the tools that tests run, which asks SwiftPM once about packages that differ only in their place.
///
/// A check asks SwiftPM about each package twice, and SwiftPM then compiles the manifest. Many tests check one package
/// several times, or packages with the same manifest and files of the same names, which is all that the answers depend
/// on.
enum RememberedSwiftPM {
  /// The folder of the command and of the answers, for the first place in the search path; nil if it cannot be made.
  ///
  /// It stays until the system removes temporary files.
  static let folder: String? = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-swiftpm-\(UUID().uuidString)")
    let command = folder.appendingPathComponent("swift")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(script.utf8).write(to: command)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command.path)
      return folder.path
    } catch {
      return nil
    }
  }()

  /// The environment of a tool.
  static let environment: [String: String] = {
    var environment = ProcessInfo.processInfo.environment
    guard let folder, let path = environment["PATH"] else { return environment }
    environment["PATH"] = "\(folder):\(path)"
    return environment
  }()

  /// Only questions about temporary packages are remembered, in which `NOMAD-ROOT` stands for the temporary folder.
  private static let script = #"""
    #!/bin/sh
    memory=${0%/*}
    export PATH="${PATH#"$memory":}"
    package=$4
    root=$(expr "$package" : '\(.*/nomad-[0-9A-F-]*\)')
    [ "$1 $2 $3" = "package --ignore-lock --package-path" ] && [ -n "$root" ] || exec swift "$@"
    key=$({
      echo "${package#"$root"}" "$5" "$6" "$7"
      sed "s|$root|NOMAD-ROOT|g" "$package/Package.swift"
      [ "$5" = dump-package ] || (cd "$package" && find . | LC_ALL=C sort)
    } | cksum | tr ' ' -)
    answer=$memory/$key
    if [ ! -e "$answer" ]; then
      swift "$@" >"$answer.$$" || exit
      sed "s|$root|NOMAD-ROOT|g" "$answer.$$" >"$answer.$$.new"
      mv "$answer.$$.new" "$answer"
      rm "$answer.$$"
    fi
    sed "s|NOMAD-ROOT|$root|g" "$answer"

    """#
}
