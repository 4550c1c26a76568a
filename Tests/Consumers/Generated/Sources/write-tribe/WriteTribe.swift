import Foundation

/// Writes a file with a tribe and, in the kit, a protocol that the app's own tribe uses.
@main
enum WriteTribe {
  static func main() throws {
    let (target, file) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let isKit = target == "Kit"
    let text = """
      \(isKit ? "public import" : "import") Nomad

      \(isKit ? "public protocol Step: Tribe {}" : "")

      struct \(target)Tribe: Tribe {
        static let target: TribeTarget = .literal("\(isKit ? 1 : 2).0.0")

        func migrate() async throws { print("\(target)Tribe") }
      }

      """
    try Data(text.utf8).write(to: URL(filePath: file))
  }
}
