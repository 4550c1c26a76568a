#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// The results of comparing all modules of a package.
  struct VerifyReport {
    private(set) var modules: [Verification] = []
    /// The modules that the build did not contain.
    var unbuilt: [String] = []

    mutating func add(_ verification: Verification) { modules.append(verification) }

    /// The disagreements between compiler and registry, sorted by location.
    var findings: [VerifyFinding] {
      modules.flatMap(\.findings).sorted { ($0.file, $0.line ?? 0, $0.name) < ($1.file, $1.line ?? 0, $1.name) }
    }

    /// The report as text, with one or more lines for each module.
    var text: String {
      guard !modules.isEmpty || !unbuilt.isEmpty else { return "No module of this package depends on Nomad.\n" }
      return modules.map(text).joined() + unbuilt.map { "\($0.printable): not in this build\n" }.joined()
    }

    private func text(_ module: Verification) -> String {
      let (differences, agreed) = (module.findings.count, module.agreed.counted("tribe"))
      let verdict =
        differences > 0
        ? "\(differences.counted("difference")), and \(agreed) of both"
        : module.agreed > 0 ? "the compiler sees the same \(agreed)" : "no tribe in the registry, and none is missing"
      var lines = ["\(module.module): \(verdict)"]
      if module.agreed > 0, !module.usesPlugin { lines.append("  it does not use NomadPlugin, so it has no registry") }
      lines += module.absent.map { absent in
        "  not in this build: \(absent.name)\(absent.conditions.map { ", #if \($0)" }.joined())"
      }
      lines += module.ignored.map { "  left out by nomad:ignore: \($0)" }
      if !module.untold.isEmpty {
        lines.append(
          "  target not compared, because the compiler has no constant value for it: \(module.untold.joined(separator: ", "))"
        )
      }
      return lines.map { $0.printable + "\n" }.joined()
    }

    func json(_ configuration: String) -> String {
      let document = JSON.object([
        ("version", .number(1)), ("configuration", .string(configuration)),
        (
          "modules",
          .array(
            modules.map { module in
              .object([
                ("name", .string(module.module)), ("agreed", .number(module.agreed)),
                ("registry", .boolean(module.usesPlugin)),
                (
                  "notInThisBuild",
                  .array(
                    module.absent.map { absent in
                      .object([
                        ("name", .string(absent.name)), ("conditions", .array(absent.conditions.map(JSON.string))),
                      ])
                    }
                  )
                ),
                ("ignored", .array(module.ignored.map(JSON.string))),
                ("untold", .array(module.untold.map(JSON.string))),
              ])
            }
          )
        ),
        ("unbuilt", .array(unbuilt.map(JSON.string))), ("findings", .array(findings.map(\.json))),
      ])
      return document.printed() + "\n"
    }
  }

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
