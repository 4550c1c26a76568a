#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// A disagreement between the compiler and the registry.
  struct VerifyFinding: Hashable {
    /// The stable codes of the findings.
    enum Code: String, CaseIterable {
      /// The compiler sees a tribe that the registry does not have.
      case unseenTribe = "unseen-tribe"
      /// The registry has a tribe that the compiler does not see.
      case imaginedTribe = "imagined-tribe"
      /// The compiler and the registry have different targets.
      case differentTarget = "different-target"
      /// The compiler and the registry have different locations.
      case differentPlace = "different-place"
    }

    let code: Code
    let module: String
    /// The tribe's qualified name.
    let name: String
    let file: String
    /// The line, from 1; nil if it is not known.
    let line: Int?
    let column: Int?
    /// The fact.
    let message: String
    /// More about it, and the remedy.
    let notes: [String]
  }

  extension VerifyFinding {
    /// The finding and its notes as compilers print them, a line each.
    var text: String {
      let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
      let lines = ["error: \(message) [\(code.rawValue)]"] + notes.map { "note: \($0)" }
      return lines.map { "\(file)\(place): \($0)".printable + "\n" }.joined()
    }

    var json: JSON {
      var fields: [(String, JSON)] = [
        ("code", .string(code.rawValue)), ("message", .string(message)),
        ("notes", .array(notes.map { .object([("message", .string($0))]) })), ("module", .string(module)),
        ("name", .string(name)), ("file", .string(file)),
      ]
      if let line { fields.append(("line", .number(line))) }
      if let column { fields.append(("column", .number(column))) }
      return .object(fields)
    }
  }
#endif
