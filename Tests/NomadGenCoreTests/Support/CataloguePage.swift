import Foundation

@testable import NomadCheck
@testable import NomadGenCore
@testable import nomadctl

/// A page of the DocC catalogue, or another document, with the parts that tests read.
struct CataloguePage {
  /// A fenced block of code.
  struct Block {
    /// The text after the opening fence, such as `swift`.
    var language: String
    /// The section that contains the block.
    var section: String
    /// The number of its first line in the document, from 1.
    var line: Int
    var text: String

    /// The name of the module that the file belongs to, from the comment `// Module NAME` in its first line; nil
    /// without one.
    var module: String? {
      let heading = text.prefix { $0 != "\n" }
      return heading.hasPrefix("// Module ") ? String(heading.dropFirst("// Module ".count)) : nil
    }

    /// Whether the block is a whole source file: those begin with an import.
    var isFile: Bool {
      let code = text.split(separator: "\n").first { !$0.hasPrefix("//") } ?? ""
      return code.hasPrefix("import ") || code.hasPrefix("public import ")
    }

    /// Whether the block has statements outside of declarations, as only a `main.swift` can.
    var hasStatements: Bool { text.split(separator: "\n").contains { $0.hasPrefix("do {") || $0.hasPrefix("try ") } }

    /// Whether the block belongs in a `Package.swift`.
    var isManifest: Bool { text.contains(".package(url:") }
  }

  /// The folder of this package.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  static let catalogue = repository.appending(path: "Sources/Nomad/Nomad.docc")

  let text: String
  private(set) var blocks: [Block] = []

  /// Reads a page by its path in the catalogue, without the extension.
  init(_ path: String) throws {
    try self.init(document: "Sources/Nomad/Nomad.docc/\(path).md")
  }

  /// Reads a document by its path in the package: Markdown, or the doc comments of a source file.
  init(document path: String) throws {
    text = try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
    var section = ""
    var block: Block?
    for (index, full) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = path.hasSuffix(".swift") ? Self.comment(in: full) : full
      if line.hasPrefix("```") {
        if let block { blocks.append(block) }
        let language = String(line.dropFirst(3))
        block = block == nil ? Block(language: language, section: section, line: index + 2, text: "") : nil
      } else if block != nil {
        block?.text += line + "\n"
      } else if line.hasPrefix("## ") {
        section = String(line.dropFirst(3))
      }
    }
  }

  /// Returns the text of a doc comment's line, without the slashes and the space after them.
  private static func comment(in line: Substring) -> Substring {
    let comment = line.drop { $0 == " " }
    guard comment.hasPrefix("///") else { return "" }
    return comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3)
  }

  /// Returns the Swift blocks of a section, or of all sections.
  func swift(in section: String? = nil) -> [Block] {
    blocks.filter { $0.language == "swift" && (section == nil || $0.section == section) }
  }
}

extension CataloguePage {
  /// The result of checking blocks.
  struct Run {
    var package: CheckedPackage
    /// The findings with the release lock, if there is one.
    var lockFindings: [Finding]

    var report: String { ReportFormat.text.report(package, with: lockFindings) }

    var findings: [Finding] { package.findings + lockFindings }
  }

  /// Returns the release lock that a section shows, or else the example's lock; nil if there is none.
  func lock(in section: String) -> String? {
    let locks = blocks.filter { $0.language == "lock" }
    return (locks.first { $0.section == section } ?? locks.first { $0.section == Self.example })?.text
  }

  static let example = "Example"

  /// Checks blocks: together if they name their modules, otherwise each on its own.
  ///
  /// - Parameters:
  ///   - blocks: Blocks of Swift.
  ///   - areOneFile: Whether the blocks are the same file in several modules.
  ///   - lock: The release lock.
  ///   - areWhole: Whether the blocks are complete modules, so that no other file can name the registries or has
  ///     tribes.
  ///   - lackPlugin: Whether the blocks are complete modules of targets without the plugin.
  ///   - committed: The text of the registry that is committed in each module; nil if none is.
  /// - Returns: The findings of each run.
  static func run(
    _ blocks: [Block],
    areOneFile: Bool = false,
    lock: String? = nil,
    areWhole: Bool = false,
    lackPlugin: Bool = false,
    committed: String? = nil
  ) -> [Run] {
    // The path of an SQL file is in its first line.
    let scripts = blocks.filter { $0.language == "sql" }.map { block in
      (String(block.text.prefix { $0 != "\n" }.drop { "- ".contains($0) }), block.text)
    }
    let blocks = blocks.filter { $0.language != "sql" }
    let runs = blocks.contains { $0.module != nil } ? [blocks] : blocks.map { [$0] }
    return runs.map { blocks in
      let files = blocks.map { block in
        let module = block.module ?? "App"
        return (module: module, path: areOneFile ? "Tribes.swift" : "\(module)/Tribes.swift", text: block.text)
      }
      let modules = files.map { file in
        let others = areOneFile ? [] : files.filter { $0.module != file.module }
        return checked(
          Dictionary([(file.path, file.text)] + scripts) { $1 },
          module: file.module,
          imported: Dictionary(others.map { ($0.module, [$0.path: $0.text]) }, uniquingKeysWith: { own, _ in own })
        )
      }
      let result = CheckResult(
        CheckedPackage(modules),
        lock: lock.map { ReleaseLock(reading: $0.utf8) }
      )
      var found = findShared(modules)
      if areWhole {
        let names = Set(files.map(\.module))
        let uses = files.map { file in
          var use = RegistryUse(lookingFor: names)
          Array(file.text.utf8).withUnsafeBufferPointer { use.add($0) }
          return use
        }
        let offers = zip(found, uses).filter(UnusedRegistry.isOffered).map(\.0.module)
        found = found.adding([UnusedRegistry.check(found, uses, offers: Set(offers)), UnknownHold.check(found)])
      }
      if lackPlugin {
        let findings = found.map { module in
          var listing = TribeListing(of: module.tribes, in: module.module)
          for file in files {
            Array(file.text.utf8).withUnsafeBufferPointer { listing.add($0, of: file.module, declaring: []) }
          }
          let target = PackageDescription.Target(
            name: module.module,
            module: module.module,
            kind: "library",
            folder: "Sources/\(module.module)",
            files: [],
            plugins: [],
            isOffered: true
          )
          let finding = MissingPlugin.check(
            listing,
            of: target,
            pluginPackage: "Nomad",
            manifest: "Package.swift",
            isWhole: true
          )
          return [finding].compactMap(\.self)
        }
        found = found.adding([findings])
      }
      if let committed {
        let findings = found.map { module in
          let path = "\(module.module)/NomadRegistry.swift"
          let finding = StaleRegistry.check(module, committed, at: path, command: "swift run nomad-gen --write")
          return [finding].compactMap(\.self)
        }
        found = found.adding([findings])
      }
      let package = CheckedPackage(found)
      let run = Run(package: package, lockFindings: result.findings)
      expectForm(of: run.findings)
      return run
    }
  }
}
