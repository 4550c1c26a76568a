#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// Something that the compiler and the registry do not agree about.
  struct VerifyFinding: Hashable {
    /// The stable names of what is compared.
    enum Code: String, CaseIterable {
      /// The compiler sees a tribe, and the registry has none.
      case unseenTribe = "unseen-tribe"
      /// The registry has a tribe, and the compiler sees none.
      case imaginedTribe = "imagined-tribe"
      /// They have different targets.
      case differentTarget = "different-target"
      /// They stand at different places.
      case differentPlace = "different-place"
    }

    let code: Code
    let module: String
    /// The tribe's qualified name.
    let name: String
    let file: String
    /// From 1; nil if that is not known.
    let line: Int?
    let column: Int?
    let message: String
  }

  extension VerifyFinding {
    /// The finding as compilers print one.
    var text: String {
      let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
      return "\(file)\(place): error: \(message) [\(code.rawValue)]".printable + "\n"
    }

    var json: JSON {
      var fields: [(String, JSON)] = [
        ("code", .string(code.rawValue)), ("message", .string(message)), ("module", .string(module)),
        ("name", .string(name)), ("file", .string(file)),
      ]
      if let line { fields.append(("line", .number(line))) }
      if let column { fields.append(("column", .number(column))) }
      return .object(fields)
    }
  }
#endif
