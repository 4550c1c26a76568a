import NomadSources
import NomadTargets
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

/// Returns the source of a tribe with a target, on one line.
func tribe(_ name: String, _ target: String, _ body: String = "") -> String {
  "struct \(name): Tribe { static let target: TribeTarget = \(target); \(body) }\n"
}

/// Returns the member of a tribe that migrates some types.
func migrates(_ types: String...) -> String {
  "static let migrates: [Any.Type] = [\(types.map { "\($0).self" }.joined(separator: ", "))]"
}

/// Returns a text with one more member in each type whose body ends in it.
func edited(_ text: String) -> String {
  text.replacing(" }\n", with: " let edit = 1 }\n")
}

/// Returns the tribes of some modules, each with its files.
func census(_ modules: [String: [String: String]], isComplete: Bool = true) -> TribeCensus {
  let modules = modules.sorted { $0.key < $1.key }.map { module, files in
    checked(Dictionary(uniqueKeysWithValues: files.map { ("\(module)/\($0)", $1) }), module: module)
  }
  return TribeCensus(of: CheckedPackage(modules, isComplete: isComplete))
}

/// Returns the tribes of one file in a module named App.
func census(_ text: String) -> TribeCensus { census(["App": ["A.swift": text]]) }

/// Returns the lock of tribes that shipped in a release.
func locked(_ census: TribeCensus, in release: String) throws -> ReleaseLock {
  var lock = ReleaseLock()
  _ = try lock.update(to: census, release: release)
  return ReleaseLock(reading: lock.text.utf8)
}

/// Returns the lock of the tribes of one file in a module named App.
func locked(_ text: String, in release: String = "2.0.0") throws -> ReleaseLock {
  try locked(census(text), in: release)
}

extension ReleaseLock {
  /// Returns each finding with its place, such as `App/A.swift:1:8 changed-tribe`.
  func findings(_ census: TribeCensus) -> [String] {
    let findings = findings(in: census)
    expectForm(of: findings)
    return findings.map {
      "\($0.location.file):\($0.location.line):\($0.location.column) \($0.code.rawValue)"
    }
  }

  /// The lines that describe tribes.
  var lines: [String] {
    text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }.dropFirst().map(\.self)
  }
}

/// Returns the line that accepts a finding about a tribe of module App.
func accepting(_ code: Finding.Code, _ name: String, _ target: TribeTarget) -> String {
  let subject = ReleaseLock.AcceptedLine.Subject(code, of: "App.\(name)", [target.source])
  return ReleaseLock.AcceptedLine(subject: subject, reason: "x", location: Location(startOf: "Tribes.lock")).line
}

extension ReleaseLock.Change {
  /// The change, without the parts of the line that tests do not check.
  var summary: String {
    switch self {
    case .locked(let line, let waits): "locked \(Self.short(line))\(waits ? ", waits" : "")"
    case .updated(let line, let was): "updated \(Self.short(was)) to \(Self.short(line))"
    case .accepted(let line, _): "accepted \(Self.short(line))"
    case .dropped(let line): "dropped \(Self.short(line))"
    case .released(let line): line
    }
  }

  /// Returns a line without its checksum.
  private static func short(_ line: String) -> String {
    line.split(separator: " ").filter { $0.wholeMatch(of: /[0-9a-f]{16}/) == nil }.joined(separator: " ")
  }
}

extension ReleaseLock {
  /// Accepts the findings about some tribes and types, for one reason.
  mutating func accept(
    _ names: [String],
    because reason: String,
    in census: TribeCensus,
    for release: TribeVersion?
  ) throws(Failure) -> [Change] {
    try accept(names.map { Acceptance(name: $0, reason: reason) }, in: census, for: release)
  }
}
