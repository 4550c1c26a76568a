import Foundation
import SwiftParser

/// Parses every Swift file in the given folders, and discards the trees.
@main enum ParseAll {
  static func main() throws {
    var (files, bytes) = (0, 0)
    for folder in CommandLine.arguments.dropFirst() {
      let enumerator = FileManager.default.enumerator(at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
      for case let file as URL in enumerator ?? .init() where file.pathExtension == "swift" {
        guard let source = try? [UInt8](Data(contentsOf: file)) else { continue }
        _ = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
        files += 1
        bytes += source.count
      }
    }
    print("parsed \(bytes) bytes in \(files) files")
  }
}
