/// One module of one build: the generator's tribes, the compiler's tribes, and the registry's entries.
struct BuildComparison {
  let module: GeneratedModule
  let compiled: [CompilerTribe]
  let answers: Answers

  var problems: [String] {
    let comments = module.module.comments
    let active = module.tribes.enumerated()
      .filter { answers.active[module.module.name]?.contains($0.offset) == true }.map(\.element)
    var problems: [String] = []
    for tribe in active {
      let same = compiled.filter(tribe.isSame)
      if same.count != 1 { problems.append("the compiler sees no \(tribe.name) at \(tribe.file):\(tribe.line)") }
      for twin in same {
        guard let target = tribe.target, let value = twin.mangledName.flatMap({ answers.values[$0] }) else { continue }
        if value != target { problems.append("\(tribe.name) is at \(value), the generator says \(target)") }
      }
    }
    for tribe in compiled {
      let same = active.filter { $0.isSame(as: tribe) }
      let isExcepted = comments.ignored.contains(tribe.name) || comments.macroMade.contains(tribe.name)
      if same.count != (isExcepted ? 0 : 1) {
        let place = tribe.file.map { " at \($0):\(tribe.line ?? 0)" } ?? ""
        problems.append("the generator sees \(same.count) of \(tribe.name)\(place)")
      }
      if module.registry != nil, !isExcepted, let name = tribe.mangledName, answers.values[name] == nil {
        problems.append("\(tribe.name) does not say its target")
      }
    }
    for name in comments.ignored + comments.macroMade where !compiled.contains(where: { $0.name == name }) {
      problems.append("the compiler sees no \(name), which the generator passes over")
    }
    if comments.hasNoTribes, !compiled.isEmpty { problems.append("the compiler sees tribes") }
    guard module.registry != nil else { return problems }
    let expected = active.filter { !comments.leftOut.contains($0.name) }.map { "\($0.name) \($0.target ?? "")" }
    let entries = answers.entries[module.module.name] ?? []
    if entries != expected { problems.append("the registry has \(entries), expected \(expected)") }
    return problems
  }
}
