import NomadCheck
import NomadGenCore
import NomadSyntax
import NomadTargets

/// The types whose values the sources store, and that are no stored types yet.
///
/// Only what is certain counts: types that a checked module declares, where code names them.
struct StoredSuggestions {
  /// A type, and a place that tells that it is stored.
  struct Suggestion {
    /// The type with its module.
    var name: String
    /// How it is stored: `decoded`, `encoded`, `in @AppStorage` or `a database record`.
    var reason: String
    var location: Location
  }

  private let table: SymbolTable
  private let known: Set<String>

  /// Finds the types.
  ///
  /// - Parameters:
  ///   - modules: The modules and their files.
  ///   - stored: The types that are stored already.
  ///   - read: Reads a file.
  /// - Returns: The types, each with the first place, sorted by name.
  /// - Throws: The errors of `read`.
  static func all(
    in modules: [(name: String, files: [String])],
    besides stored: [StoredType],
    read: SourceReader
  ) throws -> [Suggestion] {
    let scans = ScannedFiles(for: .shapes)
    var files: [SourceFile] = []
    var uses: [(file: Int, use: CodingUses.Use, location: Location)] = []
    for module in modules {
      for path in module.files.sorted() where !SQLFiles.isSQL(path) {
        try read(path) { bytes in
          var file = scans.scan(bytes, path: path)
          file.module = module.name
          let lines = LineMap(bytes, file: path)
          uses += CodingUses.all(in: bytes).map { (files.count, $0, lines.location(of: $0.offset)) }
          files.append(file)
        }
      }
    }
    let rule = StoredSuggestions(
      table: SymbolTable(files: files, of: modules.map(\.name), home: "", .stored),
      known: Set(stored.map(\.qualifiedName))
    )
    let found =
      uses.flatMap { file, use, location in
        rule.types(at: use.type, from: rule.scopes(around: use.offset, in: file))
          .map { Suggestion(name: $0, reason: use.verb, location: location) }
      } + rule.wrapped() + rule.records()
    var names: Set<String> = []
    return found.filter { names.insert($0.name).inserted }.sorted { ByteOrder.precedes($0.name, $1.name) }
  }

  /// Returns the scopes around an offset in a file.
  private func scopes(around offset: Int, in file: Int) -> Scopes {
    let around = table.files[file].declarations.indices.last { index in
      table.files[file].declarations[index].range.contains(offset)
    }
    return around.map { table.scopes(within: SymbolTable.ID(file: file, declaration: $0)) } ?? table.scopes(of: file)
  }

  /// Returns the types with their modules that a reference certainly means and that are not stored.
  private func types(at reference: TypeReference, from scopes: Scopes) -> [String] {
    let senses = table.lookup(reference, from: scopes)
    guard let first = senses.first, case .declared(let symbol) = first.meaning,
      senses.allSatisfy({ $0.meaning == first.meaning })
    else { return [] }
    return name(of: symbol).map { [$0] } ?? []
  }

  /// Returns the name of a type that can be a stored type; nil if it is one, or if it is private.
  private func name(of symbol: Symbol) -> String? {
    let declarations = table.declarations(of: symbol).filter { !$0.is(.extension) }
    // A private type is a copy that nothing else changes.
    let isOwn = declarations.contains { $0.access?.isPrivate == true || $0.isLocal || $0.is(.protocol) }
    let name = ReleaseLockIdentity.qualifiedName(of: table.qualifiedName(of: symbol), in: table.module(of: symbol))
    return declarations.isEmpty || isOwn || known.contains(name) ? nil : name
  }

  /// Returns the types of properties in `UserDefaults` and in the state of a scene.
  private func wrapped() -> [Suggestion] {
    table.files.indices.flatMap { file in
      table.files[file].declarations.indices.flatMap { index -> [Suggestion] in
        let id = SymbolTable.ID(file: file, declaration: index)
        return table[id].properties.flatMap { property -> [Suggestion] in
          let wrapper = property.wrappers.compactMap { SwiftType($0).path?.last }
            .first { $0 == "AppStorage" || $0 == "SceneStorage" }
          guard let wrapper else { return [] }
          return references(of: property).flatMap { types(at: $0, from: table.scopes(within: id)) }
            .map { Suggestion(name: $0, reason: "in @\(wrapper)", location: property.location) }
        }
      }
    }
  }

  /// Returns the names that tell the type of a property.
  private func references(of property: StoredProperty) -> [TypeReference] {
    if let type = property.type { return type.paths }
    guard case .member(let path)? = property.value, var owner = path.paths.first, owner.components.count > 1 else {
      return []
    }
    owner.components.removeLast()
    return [owner]
  }

  /// Returns the coded types that a GRDB database has as records.
  private func records() -> [Suggestion] {
    table.symbolsInSourceOrder.compactMap { symbol in
      let protocols = Set(table.ancestry(of: symbol).foreign.compactMap(NameTree.lastName))
      let isRecord = protocols.contains {
        ["FetchableRecord", "MutablePersistableRecord", "PersistableRecord"].contains($0)
      }
      guard isRecord, table.isCoded(symbol), let name = name(of: symbol),
        let location = table.declarations(of: symbol).first?.location
      else { return nil }
      return Suggestion(name: name, reason: "a database record", location: location)
    }
  }
}

extension StoredSuggestions.Suggestion {
  /// The type on one line, with the place.
  var text: String { "\(name)  \(reason) at \(location.file):\(location.line):\(location.column)" }
}
