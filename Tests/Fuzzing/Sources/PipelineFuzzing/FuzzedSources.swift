/// A fuzzer's bytes as the files of a module and of another module that it imports.
package struct FuzzedSources {
  /// The files of the module, each with its bytes.
  package let own: [String: [UInt8]]
  /// The files of the dependency.
  package let dependency: [String: [UInt8]]

  /// Splits the bytes at each pair of NULs; a single NUL stays in its file.
  ///
  /// The first two pieces and all pieces after the third are files of the module. The third is a file of its
  /// dependency.
  package init(_ bytes: some Collection<UInt8>) {
    var pieces: [[UInt8]] = [[]]
    for byte in bytes {
      if byte == 0, pieces[pieces.count - 1].last == 0, pieces.count < 4 {
        pieces[pieces.count - 1].removeLast()
        pieces.append([])
      } else {
        pieces[pieces.count - 1].append(byte)
      }
    }
    var own: [String: [UInt8]] = [:]
    var dependency: [String: [UInt8]] = [:]
    for (name, piece) in zip(["A.swift", "B.swift", "Kit.swift", "C.swift"], pieces) {
      if name == "Kit.swift" { dependency[name] = piece } else { own[name] = piece }
    }
    self.own = own
    self.dependency = dependency
  }

  /// Returns the bytes of a file; none if the file does not exist.
  package func bytes(of path: String) -> [UInt8] { own[path] ?? dependency[path] ?? [] }
}
