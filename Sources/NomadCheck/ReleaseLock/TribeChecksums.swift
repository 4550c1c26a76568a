import NomadGenCore
import NomadSyntax

/// The checksums of a module's tribes.
///
/// A checksum covers all of a tribe's own declarations in the files of the module: its type, and the extensions of it
/// and of types nested in it. The order of the declarations and the files that hold them do not matter. The checksum
/// does not cover what a tribe inherits, conforms to or calls, nor nested types that are tribes themselves.
///
/// The same bytes tell which stored types a tribe mentions.
struct TribeChecksums {
  /// A declaration of a tribe that is not nested in another declaration of the same tribe.
  struct OuterDeclaration {
    let tribe: Symbol
    let id: SymbolTable.ID
  }

  private let table: SymbolTable
  private let tribes: Set<Symbol>

  /// The names of the stored types with their modules, by their last names.
  private let stored: [String: Set<String>]

  /// The checksums, by the symbols of the tribes' types.
  private(set) var values: [Symbol: UInt64] = [:]

  /// The names of the stored types that each tribe mentions, with their modules.
  private(set) var mentions: [Symbol: Set<String>] = [:]

  /// Prepares the checksums of some tribes.
  init(of tribes: Set<Symbol>, in table: SymbolTable, stored: [StoredType]) {
    self.table = table
    self.tribes = tribes
    self.stored = stored.reduce(into: [:]) { names, type in
      names[TribeFinder.lastName(type.name) ?? "", default: []].insert("\(type.module).\(type.name)")
    }
  }

  /// Computes the checksums.
  mutating func compute(read: Pipeline.Reader) throws {
    var digests: [Symbol: [UInt64]] = [:]
    for (path, outer) in files {
      let ranges = outer.map { table[$0.id].range }
      try read(path) { bytes in
        for declaration in outer {
          let part = part(declaration, of: bytes, besides: ranges)
          digests[declaration.tribe, default: []].append(digest(of: declaration, part))
          if !stored.isEmpty { mentions[declaration.tribe, default: []].formUnion(types(in: part, of: declaration)) }
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
  var files: [(path: String, outer: [OuterDeclaration])] {
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
  private typealias Part = (bytes: UnsafeBufferPointer<UInt8>, gaps: [Range<Int>])

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

  /// Returns the names of the stored types whose last name is a token in a declaration.
  private func types(in part: Part, of outer: OuterDeclaration) -> Set<String> {
    var types: Set<String> = []
    var cursor = TokenCursor(part.bytes)
    while cursor.peek().kind != .end {
      let isMember = cursor.last?.is(.period) ?? false
      let token = cursor.advance()
      guard token.isName, !part.gaps.contains(where: { $0.contains(token.start) }) else { continue }
      let name = cursor.name(of: token).text
      guard let found = stored[name] else { continue }
      types.formUnion(isMember ? found : found.intersection(meanings(of: name, in: outer) ?? found))
    }
    return types
  }

  /// Returns the names with modules of what a name means in a declaration; nil if no scanned file declares it.
  private func meanings(of name: String, in outer: OuterDeclaration) -> Set<String>? {
    let range = table[outer.id].range
    // A frozen copy in the tribe hides the live type.
    let isCopied = table.files[outer.id.file].declarations.contains { declaration in
      !declaration.is(.extension) && declaration.reference.components.last?.text == name
        && range.lowerBound < declaration.range.lowerBound && declaration.range.upperBound <= range.upperBound
    }
    if isCopied { return [] }
    guard let symbol = table.find(name, in: table.scopes(within: outer.id))?.symbol, table.isDeclared(symbol) else {
      return nil
    }
    return ["\(table.module(of: symbol)).\(table.qualifiedName(of: symbol))"]
  }
}
