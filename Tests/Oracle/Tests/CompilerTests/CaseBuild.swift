import Foundation

/// One build of a case: its modules compiled with their registries, and run.
struct CaseBuild {
  let modules: [GeneratedModule]
  let flags: [String]
  let folder: URL
  let workspace: Workspace

  /// Returns the differences between the build and the generator.
  func problems() throws -> [String] {
    var objects: [String] = []
    var compiled: [(GeneratedModule, [CompilerTribe])] = []
    for (index, module) in modules.enumerated() {
      let isMain = index == modules.count - 1
      let (object, tribes, problems) = try compile(module, isMain: isMain)
      if module.module.comments.doesNotCompile {
        return problems.isEmpty ? ["it compiles"] : []
      }
      guard problems.isEmpty else { return problems }
      objects.append(object)
      compiled.append((module, tribes))
    }
    let program = folder.appendingPathComponent("program")
    let (status, _, errors) = try Command.run(
      "swiftc",
      objects + [
        "-L", workspace.library.path, "-lNomad", "-lNomadFormat", "-lNomadFiles", "-lNomadTargets", "-o", program.path,
      ],
      log: folder.appendingPathComponent("link")
    )
    guard status == 0 else { return ["it does not link: \(errors)"] }
    // The program only runs targets that the generator reports, because the others may trap.
    let names = compiled.flatMap { module, tribes in
      tribes.filter { !module.module.comments.ignored.contains($0.name) }.compactMap(\.mangledName)
    }
    let (end, output, failure) = try Command.run(program.path, names, log: folder.appendingPathComponent("run"))
    guard end == 0 else { return ["it does not run: \(failure.prefix { !$0.isNewline })"] }
    let answers = Answers(output)
    return compiled.flatMap { module, tribes in
      BuildComparison(module: module, compiled: tribes, answers: answers).problems
    }
  }

  /// Compiles a module with its registry and a probe.
  private func compile(_ module: GeneratedModule, isMain: Bool) throws -> (String, [CompilerTribe], [String]) {
    let name = module.module.name
    let work = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    var paths = module.module.paths
    func add(_ file: String, _ text: String) throws {
      let url = work.appendingPathComponent(file)
      try Data(text.utf8).write(to: url)
      paths.append(url.path)
    }
    if let registry = module.registry { try add("NomadRegistry.swift", registry) }
    if !module.module.comments.doesNotCompile {
      let probe = Probe.source(of: name, tribes: module.tribes, hasRegistry: module.registry != nil)
      try add("NomadProbe.swift", probe)
      if isMain { try add("NomadProbeMain.swift", Probe.main(modules.map(\.module.name))) }
    }
    let object = work.appendingPathComponent("\(name).o").path
    let values = work.appendingPathComponent("values.json")
    let (status, _, errors) = try Command.run(
      "swiftc",
      paths + [
        "-parse-as-library", "-module-name", name, "-package-name", "corpus", "-whole-module-optimization", "-Onone",
        "-diagnostic-style", "llvm", "-I", workspace.library.path, "-I", folder.path,
        "-load-plugin-executable", "\(workspace.macroPlugin.path)#MacroPlugin",
        "-emit-module", "-emit-module-path", folder.appendingPathComponent("\(name).swiftmodule").path,
        "-c", "-o", object, "-emit-const-values-path", values.path,
        "-Xfrontend", "-const-gather-protocols-file", "-Xfrontend", workspace.protocols.path,
      ] + module.module.comments.flags + flags,
      log: work.appendingPathComponent("compile")
    )
    // Warnings in the case's sources are allowed, but not in the registry.
    let complaints = errors.split(separator: "\n").filter { line in
      line.contains(": error: ") || line.contains("NomadRegistry.swift:") && line.contains(": warning: ")
    }
    if status != 0 || !complaints.isEmpty {
      return (object, [], complaints.isEmpty ? [errors] : complaints.map(String.init))
    }
    return (object, try CompilerTribe.read(values, of: module.module), [])
  }
}
