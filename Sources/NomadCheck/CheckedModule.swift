package import NomadGenCore
package import NomadSyntax

/// The result of checking one module: its tribes and its findings.
package struct CheckedModule {
  /// The output of the build's own pipeline for the module.
  package let output: Pipeline.Output
  /// All findings, sorted by location.
  package internal(set) var findings: [Finding]
  /// The checksums of the tribes, by the symbols of their types; empty if the check was not asked for them.
  private(set) var checksums: [Symbol: UInt64] = [:]
  /// The stored types that each tribe mentions; empty if checksums are.
  package private(set) var mentions: [Symbol: [TribeMentions.Mention]] = [:]
  private var lookup: TribeMentions?
  /// The stored types that the module declares, sorted by name; a type in several branches of an `#if` has one for each.
  ///
  /// Candidates for the new names of listed types are among them.
  package var storedTypes: [StoredType] = []

  /// The literals of policies in the sources.
  var policies = PolicyLiterals()

  /// Creates the result with the findings of the build.
  init(output: Pipeline.Output) { (self.output, findings) = (output, output.findings) }

  /// The module's name.
  package var module: String { output.module }

  /// All tribes, in migration order.
  ///
  /// Tribes with a finding about their target come last.
  package var tribes: [Tribe] { output.tribes }

  /// The number of tribes, where tribes that branches of an `#if` declare at one target count once.
  var distinctTribeCount: Int {
    var known: Set<ReleaseLockIdentity> = []
    return tribes.count { tribe in
      guard let identity = tribe.identity, !tribe.conditions.isEmpty else { return true }
      return known.insert(identity).inserted
    }
  }

  /// The number of types that are no tribes only because of `nomad:ignore`.
  var ignoredTribeCount: Int { Set(output.ignored.map(\.symbol)).subtracting(tribes.map(\.symbol)).count }

  /// Whether a finding is an error.
  package var hasErrors: Bool { findings.hasErrors }

  /// Adds the checksums of the tribes, and the stored types that they mention.
  mutating func readTribes(_ lookup: TribeMentions?, read: SourceReader) throws {
    self.lookup = lookup
    let table = output.finder.table
    var mentions: [Symbol: [TribeMentions.Mention]] = [:]
    checksums = try TribeChecksums.compute(of: output.declarations, read: read) { declaration, part in
      let (id, file) = (declaration.id, table.files[declaration.id.file])
      mentions[declaration.tribe, default: []] += lookup?.types(inDeclaration: id.declaration, of: file, part) ?? []
    }
    self.mentions = mentions
  }

  /// Returns the stored types that a tribe lists as those that it migrates.
  func migratedTypes(of tribe: Tribe) -> [TribeMentions.Mention] {
    let table = output.finder.table
    return tribe.traits.flatMap { trait -> [TribeMentions.Mention] in
      guard case .migrates(let types, let id) = trait.value else { return [] }
      return lookup?.types(at: types, inDeclaration: id.declaration, of: table.files[id.file], trait) ?? []
    }
  }
}

extension Pipeline.Output {
  /// The scanned files of the module.
  package var files: [SourceFile] { finder.table.files.filter { $0.module == module } }

  /// The scanned Swift files of the module that import Nomad, directly or through another module.
  var filesWithLibrary: [SourceFile] {
    zip(finder.table.files, finder.table.imported).filter { $0.module == module && $1.contains(Library.core) }.map(\.0)
  }
}

extension [CheckedModule] {
  /// Returns the modules with further findings: for each rule, those of each module, or none at all.
  package func adding(_ rules: [[[Finding]]]) -> [CheckedModule] {
    var modules = self
    for findings in rules {
      for (index, found) in findings.enumerated() { modules[index].findings += found }
    }
    for index in indices { modules[index].findings = Rules.sorted(modules[index].findings) }
    return modules
  }
}
