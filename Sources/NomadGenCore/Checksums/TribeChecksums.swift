import NomadSyntax

/// The checksums of a module's tribes.
///
/// A checksum covers all of a tribe's own declarations in the files of the module: its type, and the extensions of it
/// and of types nested in it. The order of the declarations and the files that hold them do not matter. The checksum
/// does not cover what a tribe inherits, conforms to or calls, nor nested types that are tribes themselves, nor the list
/// of the stored types that the tribe migrates, which nothing runs.
package enum TribeChecksums {
  /// Computes the checksums of some of the tribes.
  ///
  /// - Parameters:
  ///   - declarations: The declarations of the tribes.
  ///   - isWanted: Whether to compute the checksum of a tribe.
  ///   - read: Reads a file.
  ///   - visit: Called with each declaration of such a tribe, and with its bytes.
  /// - Returns: The checksums, by the symbols of the tribes' types.
  /// - Throws: The errors of `read`.
  package static func compute(
    of declarations: TribeDeclarations,
    where isWanted: (Symbol) -> Bool = { _ in true },
    read: SourceReader,
    visiting visit: (TribeDeclarations.Outer, Part) -> Void = { _, _ in }
  ) throws -> [Symbol: UInt64] {
    let table = declarations.table
    var digests = declarations.scripts.filter { isWanted($0.key) }.mapValues { [$0] }
    for (path, outer) in declarations.files {
      let wanted = outer.filter { isWanted($0.tribe) }
      if wanted.isEmpty { continue }
      let file = table.files[outer[0].id.file]
      let ranges =
        outer.map { table[$0.id].range } + file.declarations.flatMap { $0.members(.migrates) }.map(\.range)
      try withoutActuallyEscaping(visit) { visit in
        try read(path) { bytes in
          for declaration in wanted {
            let part = part(table[declaration.id], of: bytes, besides: ranges)
            digests[declaration.tribe, default: []].append(digest(of: declaration, part, in: table))
            visit(declaration, part)
          }
        }
      }
    }
    return digests.mapValues(TokenDigest.value)
  }

  /// The part of a file that is a declaration of a tribe.
  package struct Part {
    /// The bytes of the file.
    package let file: UnsafeBufferPointer<UInt8>
    /// The offsets of the declaration in the file.
    package let range: Range<Int>
    /// The ranges that do not count, such as those of other tribes, in bytes from the start of the declaration.
    package let gaps: [Range<Int>]

    /// The bytes of the declaration.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: file[range]) }
  }

  private static func part(
    _ declaration: Declaration,
    of bytes: UnsafeBufferPointer<UInt8>,
    besides others: [Range<Int>]
  ) -> Part {
    // The file may have changed since the scan, and a declaration that is never closed extends to the file's end.
    let start = min(declaration.range.lowerBound, bytes.count)
    let end = declaration.range.isEmpty ? bytes.count : max(start, min(declaration.range.upperBound, bytes.count))
    let inner = others.filter { start < $0.lowerBound && $0.upperBound < end }
    let gaps = inner.map { $0.lowerBound - start..<$0.upperBound - start }
    return Part(file: bytes, range: start..<end, gaps: gaps)
  }

  private static func digest(of outer: TribeDeclarations.Outer, _ part: Part, in table: SymbolTable) -> UInt64 {
    let (declaration, names) = (table[outer.id], table.names)
    let nested = names.path(of: table.symbol(of: outer.id)).dropFirst(names.path(of: outer.tribe).count)
    let digest = DeclarationDigest(
      name: names.name(of: outer.tribe),
      extended: declaration.kind == .extension ? nested.map { "." + $0 }.joined() : nil,
      conditions: declaration.conditions,
      gaps: part.gaps
    )
    return digest.checksum(of: part.bytes)
  }
}
