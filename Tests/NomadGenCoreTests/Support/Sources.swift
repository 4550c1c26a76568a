import NomadSources
import NomadTargets

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// Returns a reader of files for texts by their paths.
private func reader(_ texts: [String: String]) -> SourceReader {
  let bytes = texts.mapValues { Array($0.utf8) }
  return { path, body in (bytes[path] ?? []).withUnsafeBufferPointer(body) }
}

extension Pipeline {
  /// Runs the pipeline over sources in memory.
  static func run(
    sources: [String: String],
    module: String,
    imported: [String: [String: String]] = [:],
    protocolName: String = "Tribe"
  ) -> Output {
    let paths = imported.mapValues { Array($0.keys) }
    let read = reader(imported.values.reduce(into: sources) { $0.merge($1) { own, _ in own } })
    do {
      let output = try run(
        Array(sources.keys),
        module: module,
        imported: paths,
        protocolName: protocolName,
        read: read
      )
      expectForm(of: output.findings)
      return output
    } catch {
      preconditionFailure("nothing is read, so nothing can fail: \(error)")
    }
  }
}

/// Checks sources in memory, with the checksums of their tribes.
func checked(
  _ sources: [String: String],
  module: String = "App",
  imported: [String: [String: String]] = [:]
) -> CheckedModule {
  let paths = imported.mapValues { Array($0.keys) }
  let read = reader(imported.values.reduce(into: sources) { $0.merge($1) { own, _ in own } })
  do {
    let module = try Check.run(
      [(module, Array(sources.keys))],
      importing: paths.isEmpty ? nil : { paths[$0] ?? [] },
      isForLock: true,
      read: read
    )[0]
    expectForm(of: module.findings)
    return module
  } catch {
    preconditionFailure("nothing is read, so nothing can fail: \(error)")
  }
}

/// Returns modules with the findings about tribes and targets that they share.
func findShared(_ modules: [CheckedModule], identity: (_ path: String) -> String = { $0 }) -> [CheckedModule] {
  let tribes = modules.map(\.tribes)
  return modules.adding([
    SharedTribe.check(tribes, identity: identity), SharedTarget.check(tribes, identity: identity),
  ])
}

/// Runs the pipeline over the files of a module named App.
func find(_ files: [String: String], protocolName: String = "Tribe") -> Pipeline.Output {
  Pipeline.run(sources: files, module: "App", protocolName: protocolName)
}

/// Runs the pipeline over one file or, with several texts, over A.swift, B.swift, C.swift and so on.
func find(_ texts: String...) -> Pipeline.Output {
  let names = "ABCDEFGHIJ".map { "\($0).swift" }
  return find(Dictionary(uniqueKeysWithValues: zip(names, texts)))
}

/// Returns the declarations that the scanner finds in a text.
func scan(_ text: String) -> SourceFile { scan(Array(text.utf8)) }

func scan(_ bytes: [UInt8]) -> SourceFile {
  bytes.withUnsafeBufferPointer { Scanner.scan($0, path: "A.swift", for: .tribes) }
}

extension Pipeline.Output {
  /// The names of the tribes, in migration order.
  var names: [String] { tribes.map(\.name) }

  /// Each tribe with its target, such as `A .literal("1.0.0")`.
  var summary: [String] { tribes.map { "\($0.name) \($0.target.text)" } }

  /// Each finding with its place, such as `A.swift:1:8 missing-target`.
  var places: [String] {
    findings.map { "\($0.location.file):\($0.location.line):\($0.location.column) \($0.code.rawValue)" }
  }
}

extension Tribe.Target {
  var text: String {
    switch self {
    case .legal(let target, _): "\(target)"
    case .illegal(let target, _): "illegal \(target)"
    case .unreadable: "unreadable"
    case .missing: "missing"
    }
  }
}

extension CheckedPackage {
  /// Creates a checked package from the outputs of a build.
  init(_ outputs: [Pipeline.Output]) {
    self.init(outputs.map(CheckedModule.init))
  }
}

extension CheckedModule {
  /// Each finding with its place, such as `A.swift:1:8 missing-target`.
  var places: [String] {
    findings.map { "\($0.location.file):\($0.location.line):\($0.location.column) \($0.code.rawValue)" }
  }
}
