/// What the program of a build printed.
struct Answers {
  /// By module, which of the generator's tribes have conditions that hold.
  private(set) var active: [String: Set<Int>] = [:]

  /// By module, the name and target of each entry of the registry, in its order.
  private(set) var entries: [String: [String]] = [:]

  /// The target of a type, by its mangled name, where the program can name the type.
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
