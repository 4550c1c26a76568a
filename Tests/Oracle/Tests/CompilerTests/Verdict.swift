import Foundation
import NomadGenCore

/// The result of one case.
struct Verdict: Sendable {
  let name: String
  let known: String?

  /// The numbers of compared modules and tribes.
  let modules: Int
  private(set) var tribes = 0

  /// The number of tribes that only the compiler sees, because a macro made them.
  let macroMade: Int

  /// The differences between the generator and the compiler.
  private(set) var problems: [String] = []

  /// Runs a case: the generator once, and the compiler and the compiled program once for each build.
  init(of subject: CorpusCase, in workspace: Workspace) {
    name = subject.name
    known = subject.known
    modules = subject.modules.count
    macroMade = subject.modules.reduce(0) { $0 + $1.comments.macroMade.count }
    do {
      var generated: [GeneratedModule] = []
      for (index, module) in subject.modules.enumerated() {
        generated.append(try GeneratedModule(module, imported: Array(subject.modules[..<index])))
      }
      for module in generated {
        tribes += module.tribes.count
        problems += module.findingProblems
      }
      let folder = workspace.folder.appendingPathComponent(subject.name)
      for (index, flags) in subject.builds.enumerated() {
        let build = CaseBuild(
          modules: generated,
          flags: flags,
          folder: folder.appendingPathComponent("\(index)"),
          workspace: workspace
        )
        let label = subject.builds.count > 1 ? "[\(flags.joined(separator: " "))] " : ""
        problems += try build.problems().map { label + $0 }
      }
    } catch {
      problems.append("\(error)")
    }
  }
}
