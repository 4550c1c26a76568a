#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax

  /// The stored types in the sources, and what their declarations tell besides their shapes.
  struct StoredSources {
    let shapes: ShapeSet

    /// The declarations of each type, and the files that have them.
    private var places: [String: [(id: Int, file: SourceFile)]] = [:]

    /// Reads the files that declare stored types once more.
    ///
    /// - Throws: ``Failure`` if a file cannot be read.
    init(_ types: [StoredType]) throws(Failure) {
      let scans = ScannedFiles(for: .shapes)
      let reader = FileReader()
      var members: [ShapeSet.Member] = []
      for type in types {
        var file: SourceFile?
        try reader.read(type.location.file) { file = scans.scan($0, path: type.location.file) }
        let name = "\(type.module).\(type.name)"
        var (parameters, order) = ([String](), [String]())
        if let file, let id = file.declarations.firstIndex(where: { $0.location == type.location }) {
          // As shapes number them, those of outer types come first.
          let chain = sequence(first: id) { file.declarations[$0].parent }
          parameters = chain.reversed().flatMap { file.declarations[$0].parameters }
          order = file.declarations[id].properties.map(\.name)
          places[name, default: []].append((id, file))
        }
        members.append(
          ShapeSet.Member(
            module: type.module,
            name: type.name,
            shape: type.shape,
            condition: type.condition,
            parameters: parameters,
            order: order
          )
        )
      }
      shapes = ShapeSet(members: members)
    }

    /// Returns the least access of a type and of those around it; nil if its declaration is not known.
    func access(of type: ShapeSet.Member) -> Access? {
      places[type.id]?.map { id, file in
        var (access, next) = (Access.open, Optional(id))
        while let index = next {
          access = min(access, file.declarations[index].access ?? .internal)
          next = file.declarations[index].parent
        }
        return access
      }.min()
    }

    /// Returns the imports of the files that declare some types, for a file of a module.
    func imports(of types: [ShapeSet.Member], for module: String) -> Set<String> {
      var lines: Set<String> = []
      for type in types {
        // What another module imports may be unknown to this one.
        guard type.module == module else {
          lines.insert("import \(type.module)")
          continue
        }
        for place in places[type.id] ?? [] {
          for line in place.file.imports {
            let attributes = line.attributes.split(separator: " ").map(String.init)
              .filter { Access(rawValue: $0) == nil && $0 != "@_exported" }
            let text = (attributes + (line.access == nil ? [] : ["internal"]) + [line.text]).joined(separator: " ")
            lines.insert(line.conditions.reduce(text) { "#if \($1.text)\n\($0)\n#endif" })
          }
        }
      }
      return lines
    }
  }
#endif
