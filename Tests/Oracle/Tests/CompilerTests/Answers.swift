/// The output of a build's program.
struct Answers {
  /// For each module, the indices of the generator's tribes whose conditions hold.
  private(set) var active: [String: Set<Int>] = [:]

  /// For each module, the name and target of each entry of the registry, in the registry's order.
  private(set) var entries: [String: [String]] = [:]

  /// The target of a type, by its mangled name, if the program can name the type.
  private(set) var values: [String: String] = [:]

  init(_ output: String) {
    var module = ""
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      switch fields[0] {
      case "module": module = fields[1]
      case "active": active[module, default: []].insert(Int(fields[1]) ?? -1)
      case "entry": entries[module, default: []].append("\(fields[1]) \(fields[2])")
      case "value": values[fields[1]] = fields[2]
      default: break
      }
    }
  }
}
