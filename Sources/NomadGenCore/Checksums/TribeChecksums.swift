import NomadSyntax

/// The checksums of a module's tribes.
///
/// A checksum covers all of a tribe's own declarations in the files of the module: its type, and the extensions of it
/// and of types nested in it. The order of the declarations and the files that hold them do not matter. The checksum
/// does not cover what a tribe inherits, conforms to or calls, nor nested types that are tribes themselves.
package struct TribeChecksums {
  /// A declaration of a tribe that is not nested in another declaration of the same tribe.
  package struct OuterDeclaration {
    package let tribe: Symbol
    package let id: SymbolTable.ID
  }

  private let table: SymbolTable
  private let tribes: Set<Symbol>

  /// The checksums, by the symbols of the tribes' types.
  package private(set) var values: [Symbol: UInt64] = [:]

  /// Prepares the checksums of some tribes.
  package init(of tribes: Set<Symbol>, in table: SymbolTable) { (self.tribes, self.table) = (tribes, table) }

  /// Computes the checksums of some of the tribes.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to compute the checksum of a tribe.
  ///   - read: Reads a file.
  ///   - visit: Called with each declaration of such a tribe, and with its bytes.
  /// - Throws: The errors of `read`.
  package mutating func compute(
    of isWanted: (Symbol) -> Bool = { _ in true },
    read: Pipeline.Reader,
    visiting visit: @escaping (OuterDeclaration, Part) -> Void = { _, _ in }
  ) throws {
    var digests: [Symbol: [UInt64]] = [:]
    for (path, outer) in files {
      let wanted = outer.filter { isWanted($0.tribe) }
      if wanted.isEmpty { continue }
      let ranges = outer.map { table[$0.id].range }
      try read(path) { bytes in
        for declaration in wanted {
          let part = part(declaration, of: bytes, besides: ranges)
          digests[declaration.tribe, default: []].append(digest(of: declaration, part))
          visit(declaration, part)
        }
      }
    }
    values = digests.mapValues { digests in
      var whole = TokenDigest()
      for digest in digests.sorted() { whole.add(digest: digest) }
      return whole.value
    }
  }

  /// The files of the module that have declarations of tribes, with those declarations.
  package var files: [(path: String, outer: [OuterDeclaration])] {
    table.files.indices.filter { table.files[$0].module == table.home }
      .map { (table.files[$0].path, outerDeclarations(in: $0)) }.filter { !$0.1.isEmpty }
  }

  private func outerDeclarations(in file: Int) -> [OuterDeclaration] {
    table.files[file].declarations.indices.compactMap { declaration in
      let id = SymbolTable.ID(file: file, declaration: declaration)
      guard let tribe = tribe(around: table.symbol(of: id)) else { return nil }
      let isInside = table.chain(of: id).dropFirst().contains { self.tribe(around: table.symbol(of: $0)) == tribe }
      return isInside ? nil : OuterDeclaration(tribe: tribe, id: id)
    }
  }

  /// Returns the tribe that a type is, or is nested in.
  private func tribe(around symbol: Symbol) -> Symbol? {
    var symbol = symbol
    while !tribes.contains(symbol) {
      guard let parent = table.names.parent(of: symbol) else { return nil }
      symbol = parent
    }
    return symbol
  }

  /// Returns the part of an extended type's name after the tribe's name: empty, or `.Nested`.
  private func extended(_ outer: OuterDeclaration) -> String {
    let names = table.names
    return names.path(of: table.symbol(of: outer.id)).dropFirst(names.path(of: outer.tribe).count).map { "." + $0 }
      .joined()
  }

  /// The bytes of a declaration, and the ranges of other tribes in it.
  package typealias Part = (bytes: UnsafeBufferPointer<UInt8>, gaps: [Range<Int>])

  private func part(
    _ outer: OuterDeclaration,
    of bytes: UnsafeBufferPointer<UInt8>,
    besides others: [Range<Int>]
  ) -> Part {
    let declaration = table[outer.id]
    // The file may have changed since the scan, and a declaration that is never closed extends to the file's end.
    let start = min(declaration.range.lowerBound, bytes.count)
    let end = declaration.range.isEmpty ? bytes.count : max(start, min(declaration.range.upperBound, bytes.count))
    let inner = others.filter { start < $0.lowerBound && $0.upperBound < end }
    let gaps = inner.map { $0.lowerBound - start..<$0.upperBound - start }
    return (UnsafeBufferPointer(rebasing: bytes[start..<end]), gaps)
  }

  private func digest(of outer: OuterDeclaration, _ part: Part) -> UInt64 {
    let declaration = table[outer.id]
    let digest = DeclarationDigest(
      name: table.names.name(of: outer.tribe),
      extended: declaration.kind == .extension ? extended(outer) : nil,
      conditions: declaration.conditions,
      gaps: part.gaps
    )
    return digest.checksum(of: part.bytes)
  }
}
