#if Nomadctl
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadScaffolds
  import NomadSources

  /// The templates for the files of a new tribe: the user's own, or the tool's.
  struct Scaffold {
    /// The folder of the user's own templates, in the package's folder.
    static let folder = ".nomad/templates"

    /// The tool's own templates: the name of each file, and its text.
    static var builtIn: [(name: String, text: String)] { NomadScaffolds.all }

    private let tribe: NewTribe
    private let values: [String: String]

    /// Prepares the values of placeholders.
    ///
    /// - Parameters:
    ///   - tribe: The tribe.
    ///   - module: The tribe's module.
    ///   - values: Values besides those that every tribe has.
    init(tribe: NewTribe, module: String, values: [String: String]) {
      self.tribe = tribe
      let own = ["name": tribe.name, "target": tribe.target.description, "module": module, "summary": tribe.summary]
      self.values = values.merging(own) { $1 }
    }

    /// Fills in the template with a given file name.
    ///
    /// - Throws: ``Failure`` if the user's own template cannot be read, or has an unknown placeholder.
    func text(_ name: String) throws -> String {
      let path = "\(Self.folder)/\(name)"
      var template = Self.builtIn.first { $0.name == name }?.text ?? ""
      if FileManager.default.fileExists(atPath: path) {
        do {
          template = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
          throw Failure("cannot read '\(path)' as text in UTF-8: \(error.localizedDescription)")
        }
      }
      let lines = try template.split(separator: "\n", omittingEmptySubsequences: false).compactMap {
        line -> Substring? in
        // One pass, so that braces in a value are never read as a placeholder.
        let filled = try line.replacing(/\{\{(\p{Alphabetic}+)\}\}/) { placeholder in
          if let value = values[String(placeholder.1)] { return value }
          let known = values.keys.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
          throw Failure("'\(path)' has an unknown placeholder \(placeholder.0); the known ones are \(known)")
        }
        // A line is left out if replacing its placeholders leaves nothing but spaces.
        let isGone = filled.allSatisfy { $0 == " " } && !line.allSatisfy { $0 == " " }
        return isGone ? nil : filled
      }
      return lines.joined(separator: "\n")
    }

    /// Fills in the template of the tribe, and checks that a user's own template creates it.
    func tribe(_ name: String) throws -> String {
      let text = try text(name)
      let output = try Check.check(module: "Module", sources: [name: text])
      guard !output.hasErrors, output.tribes.map(\.name) == [tribe.name], output.tribes[0].order == tribe.order else {
        throw Failure("the template \(name) does not create a tribe \(tribe.name) at \(tribe.target)")
      }
      return text
    }
  }

  /// A group of new files that are written together, or not at all.
  struct NewFiles {
    private var files: [(path: String, text: String)] = []

    /// Adds a file.
    ///
    /// - Throws: ``Failure`` if a file exists at its path.
    mutating func add(_ text: String, at path: String) throws {
      guard !FileManager.default.fileExists(atPath: path) else { throw Failure("'\(path)' already exists") }
      files.append((path, text))
    }

    /// Whether a file contains a text.
    func contain(_ text: String) -> Bool { files.contains { $0.text.contains(text) } }

    /// Writes all files and prints their paths, or prints the files.
    ///
    /// - Throws: ``Failure`` if one cannot be written. The files written before it are removed again.
    func write(orPrint isDryRun: Bool) throws {
      if isDryRun {
        for (path, text) in files { Console.output.write("// \(path)\n\(text)\n") }
        return
      }
      var written: [String] = []
      do {
        for (path, text) in files {
          let url = URL(fileURLWithPath: path)
          try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
          )
          try Data(text.utf8).write(to: url, options: .withoutOverwriting)
          written.append(path)
        }
      } catch {
        for path in written { try? FileManager.default.removeItem(atPath: path) }
        throw Failure("cannot write '\(files[written.count].path)': \(error.localizedDescription)")
      }
      for path in written { Console.output.write("wrote \(path.printable)\n") }
    }
  }
#endif
