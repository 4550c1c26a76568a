import Foundation

/// The files after a loss of power: synced data is durable, and any other change may be lost.
///
/// Names change in order, as on file systems with a journal. Each sector of 512 bytes of a write may or may not arrive.
/// Syncing a file also makes its name durable.
struct LostPower {
  private let operations: ArraySlice<Trace.Operation>
  private let existing: [String: [UInt8]]

  /// Loses the power just before an operation.
  init(before index: Int, of trace: Trace) {
    operations = trace.operations[..<index]
    existing = trace.existing
  }

  /// The lines that the process printed before the power loss.
  var said: [String] {
    operations.compactMap { if case .say(let line) = $0 { line } else { nil } }
  }

  /// Returns the remaining files.
  ///
  /// - Parameters:
  ///   - share: The percentage of changes that survive although they are not durable.
  ///   - random: The generator that selects them.
  /// - Returns: The bytes of each file, by its name.
  func files(keeping share: Int, using random: inout some RandomNumberGenerator) -> [String: [UInt8]] {
    func isKept() -> Bool { Int.random(in: 0..<100, using: &random) < share }
    // The last sync of each file, and the number of durable changes of names.
    var (syncs, namesEnd, creations) = ([Int: Int](), 0, [Int: Int]())
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .create(_, let node): creations[node] = index
      case .sync(let node):
        syncs[node] = index
        namesEnd = max(namesEnd, (creations[node] ?? -1) + 1)
      case .syncFolder: namesEnd = index
      case .unlink, .rename, .write, .truncate, .say: break
      }
    }
    while namesEnd < operations.count, isKept() { namesEnd += 1 }
    var (names, contents) = ([String: Int](), [Int: [UInt8]]())
    for (node, file) in existing.sorted(by: { $0.key < $1.key }).enumerated() {
      (names[file.key], contents[node]) = (node, file.value)
    }
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .create(let name, let node): if index < namesEnd { names[name] = node }
      case .unlink(let name): if index < namesEnd { names[name] = nil }
      case .rename(let old, let new): if index < namesEnd { names[new] = names.removeValue(forKey: old) }
      case .write(let bytes, let offset, let node):
        let isSynced = index < syncs[node] ?? -1
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + 512 - (offset + start) % 512)
          let isThere = isSynced || isKept()
          if isThere { Self.write(bytes[start..<end], at: offset + start, to: &contents[node, default: []]) }
          start = end
        }
      case .truncate(let size, let node):
        guard index < syncs[node] ?? -1 || isKept() else { continue }
        let old = contents[node, default: []]
        contents[node] = old.prefix(size) + [UInt8](repeating: 0, count: max(0, size - old.count))
      case .sync, .syncFolder, .say: break
      }
    }
    return names.mapValues { contents[$0] ?? [] }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, at offset: Int, to file: inout [UInt8]) {
    let end = offset + bytes.count
    if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
    file.replaceSubrange(offset..<end, with: bytes)
  }
}
