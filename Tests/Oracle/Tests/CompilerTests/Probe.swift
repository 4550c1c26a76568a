/// Swift code that is compiled into a module to query the compiler and the running registry.
enum Probe {
  /// Returns the code that prints which of the generator's conditions hold in this build, and the registry's entries.
  ///
  /// - Parameters:
  ///   - module: The module's name.
  ///   - tribes: The module's tribes, in the generator's order.
  ///   - hasRegistry: Whether the module has a registry.
  /// - Returns: The text of a file of the module.
  static func source(of module: String, tribes: [GeneratedTribe], hasRegistry: Bool) -> String {
    let active = tribes.enumerated().map { index, tribe in
      let line = "    lines.append(\"active\\t\(index)\")\n"
      return tribe.condition.map { "    #if \($0)\n\(line)    #endif\n" } ?? line
    }
    let entries = """
          for entry in _TribeRegistry.generated.entries {
            lines.append("entry\\t\\(entry.name)\\t\\(entry.target)")
          }

      """
    return """
      public import Nomad

      public nonisolated enum NomadProbe\(module) {
        public static func lines() -> [Swift.String] {
          var lines = [Swift.String]()
          lines.append("module\\t\(module)")
      \(active.joined())\(hasRegistry ? entries : "")    return lines
        }
      }
      """
  }

  /// Returns a program that prints the results of the modules, and the targets of the types with the given names.
  static func main(_ modules: [String]) -> String {
    """
    public import Nomad
    \(modules.dropLast().map { "public import \($0)" }.joined(separator: "\n"))

    @main enum NomadProbeMain {
      @MainActor static func main() {
        for line in \(modules.map { "NomadProbe\($0).lines()" }.joined(separator: " + ")) { print(line) }
        for name in CommandLine.arguments.dropFirst() {
          if let type = _typeByName(name) as? any Nomad::Tribe.Type { print("value\\t\\(name)\\t\\(type.target)") }
        }
      }
    }
    """
  }
}
