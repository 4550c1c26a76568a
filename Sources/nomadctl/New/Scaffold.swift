#if Nomadctl
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadScaffolds
  import NomadSources

  /// The templates for new files: the user's own, or the tool's.
  struct Scaffold {
    /// The folder of the user's own templates, in the package's folder.
    static let folder = ".nomad/templates"

    /// The tool's own templates: the name of each file, and its text.
    static var builtIn: [(name: String, text: String)] { NomadScaffolds.all }

    /// Fills in the template with a given file name.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - tribe: The tribe.
    ///   - module: The tribe's module.
    ///   - more: Further values for placeholders.
    /// - Returns: The text.
    /// - Throws: ``Failure`` if the user's own template cannot be read, or has an unknown placeholder.
    static func text(
      of name: String,
      for tribe: NewTribe,
      in module: String,
      with more: [String: String] = [:]
    ) throws -> String {
      let path = "\(folder)/\(name)"
      var template = builtIn.first { $0.name == name }?.text ?? ""
      if FileManager.default.fileExists(atPath: path) {
        do {
          template = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
          throw Failure("cannot read '\(path)' as text in UTF-8: \(error.localizedDescription)")
        }
      }
      let own = [
        "name": tribe.name, "target": tribe.target.description, "module": module, "summary": tribe.summary,
      ]
      let values = more.merging(own) { $1 }
      for placeholder in placeholders(in: template) where values[placeholder] == nil {
        let known = values.keys.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
        throw Failure("'\(path)' has an unknown placeholder {{\(placeholder)}}; the known ones are \(known)")
      }
      return Template(text: template).filled(with: values)
    }

    /// Returns the names between double braces.
    private static func placeholders(in template: String) -> [String] {
      template.components(separatedBy: "{{").dropFirst().compactMap { part in
        let name = part.prefix { $0.isLetter }
        return part.dropFirst(name.count).hasPrefix("}}") && !name.isEmpty ? String(name) : nil
      }
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

    /// Writes all files and returns their paths.
    ///
    /// - Throws: ``Failure`` if one cannot be written. The files written before it are removed again.
    func write() throws -> [String] {
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
      return written
    }
  }
#endif
