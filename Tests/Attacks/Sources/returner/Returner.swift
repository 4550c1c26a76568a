import Foundation
import NomadReverting

/// Migrates files with five tribes in a folder, or goes back to version 2.0.0: `returner FOLDER [revert]`.
///
/// Each tribe makes a file in two steps, and removes it in two steps: first it is called `half-3`, and then `part-3`. The
/// file `acknowledged` has a line for each tribe that was reverted.
///
/// The exit code is 0 if everything was done, and 3 if it stopped with an error, which it prints.
@main
enum Returner {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { exit(6) }
    let folder = URL(fileURLWithPath: arguments[1])
    do {
      let registry = try TribeRegistry([Part1.self, Part2.self, Part3.self, Part4.self, Part5.self])
      let nomad = Nomad(
        registry,
        ledger: .file(at: folder.appendingPathComponent("nomad.ledger")),
        currentVersion: .exactly("5.0.0"),
        policy: MigrationPolicy(quarantine: .never)
      ).providing(folder)
      guard arguments.count > 2 else {
        try await nomad.migrate()
        return
      }
      try await nomad.revert(to: "2.0.0") { event in
        if case .reverted(let tribe, _) = event { note(tribe.name, in: folder) }
      }
    } catch {
      print(error)
      exit(3)
    }
  }

  private static func note(_ name: String, in folder: URL) {
    let file = open(folder.appendingPathComponent("acknowledged").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let bytes = Array("\(name)\n".utf8)
    guard write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else { exit(4) }
  }
}

/// A tribe that makes and removes a file.
protocol PartTribe: RevertibleTribe {
  var folder: URL { get }
}

extension PartTribe {
  private static var number: Character { "\(Self.self)".last ?? "0" }
  private var half: String { folder.appendingPathComponent("half-\(Self.number)").path }
  private var part: String { folder.appendingPathComponent("part-\(Self.number)").path }

  func migrate() async throws {
    if FileManager.default.fileExists(atPath: part) { return }
    try Data().write(to: URL(fileURLWithPath: half))
    try FileManager.default.moveItem(atPath: half, toPath: part)
  }

  func revert() async throws {
    if FileManager.default.fileExists(atPath: part) { try FileManager.default.moveItem(atPath: part, toPath: half) }
    if FileManager.default.fileExists(atPath: half) { try FileManager.default.removeItem(atPath: half) }
  }
}

struct Part1: PartTribe {
  static let target: TribeTarget = .literal("1.0.0")
  @TribeDependency var folder: URL
}

struct Part2: PartTribe {
  static let target: TribeTarget = .literal("2.0.0")
  @TribeDependency var folder: URL
}

struct Part3: PartTribe {
  static let target: TribeTarget = .literal("3.0.0")
  @TribeDependency var folder: URL
}

struct Part4: PartTribe {
  static let target: TribeTarget = .literal("4.0.0")
  @TribeDependency var folder: URL
}

struct Part5: PartTribe {
  static let target: TribeTarget = .once("5")
  @TribeDependency var folder: URL
}
