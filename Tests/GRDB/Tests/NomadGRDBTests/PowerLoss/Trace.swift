import Foundation

/// The changes that a process made to the files of a folder, and its output, in order, as strace recorded them.
struct Trace {
  enum Operation {
    /// A new file, which has a number, gets a path.
    case create(String, node: Int)
    case unlink(String)
    case rename(String, to: String)
    case write([UInt8], at: Int, node: Int)
    case truncate(Int, node: Int)
    case sync(node: Int)
    case syncFolder
    /// The process printed a line.
    case say(String)
  }

  /// The options that make strace write everything that this type reads.
  static let options = [
    "-f", "-qq", "-y", "-xx", "-s", "1000000", "-e",
    "trace=openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink,rename,fallocate",
  ]

  private(set) var operations: [Operation] = []
  /// The durable files that existed before, by name.
  let existing: [String: [UInt8]]
  private var nodes: [String: Int] = [:]
  private var sizes: [Int: Int] = [:]
  private var count = 0
  private let folder: String

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - log: The output of strace.
  ///   - folder: The folder of the files.
  ///   - names: The names of the relevant files in it.
  ///   - existing: The relevant files that existed before.
  /// - Throws: ``Unreadable``.
  init(of log: String, in folder: String, names: Set<String>, existing: [String: [UInt8]] = [:]) throws {
    self.folder = folder
    self.existing = existing
    for name in existing.keys.sorted() {
      let node = create()
      (nodes[name], sizes[node]) = (node, existing[name]?.count)
    }
    // The calls that threads began, until the log contains their results.
    var begun: [Substring: String] = [:]
    for line in log.split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      let thread = line[..<space]
      var text = String(line[space...].drop { $0 == " " })
      if text.hasSuffix("<unfinished ...>") {
        begun[thread] = String(text.dropLast("<unfinished ...>".count))
        continue
      }
      if text.hasPrefix("<... "), let start = text.range(of: "resumed>") {
        text = (begun.removeValue(forKey: thread) ?? "") + text[start.upperBound...]
      }
      try add(text, names)
    }
  }

  private mutating func add(_ text: String, _ names: Set<String>) throws {
    guard let call = text.firstIndex(of: "("), let end = text.range(of: ") = ", options: .backwards) else { return }
    let result = Int(text[end.upperBound...].prefix { $0.isNumber || $0 == "-" }) ?? -1
    guard result >= 0 else { return }
    let arguments = String(text[text.index(after: call)..<end.lowerBound])
    let strings = Self.strings(arguments)
    switch text[..<call] {
    case "openat":
      let opened = strings.last { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) } ?? ""
      guard arguments.contains("O_CREAT"), let name = name(opened), names.contains(name), nodes[name] == nil else {
        return
      }
      let node = create()
      nodes[name] = node
      operations.append(.create(name, node: node))
    case "unlink":
      let path = strings.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
      guard let name = name(path), nodes.removeValue(forKey: name) != nil else { return }
      operations.append(.unlink(name))
    case "pwrite64":
      guard let node = node(arguments), let bytes = strings.first else { return }
      let offset = arguments.split(separator: ",").last.flatMap { Int($0.drop { $0 == " " }) } ?? -1
      guard bytes.count >= result, offset >= 0 else { throw Unreadable(line: text) }
      write(bytes.prefix(result), at: offset, node)
    case "ftruncate":
      guard let node = node(arguments) else { return }
      guard let size = arguments.split(separator: ",").last.flatMap({ Int($0.drop { $0 == " " }) }) else {
        throw Unreadable(line: text)
      }
      operations.append(.truncate(size, node: node))
      sizes[node] = size
    case "fdatasync", "fsync":
      if let node = node(arguments) { operations.append(.sync(node: node)) }
      if path(arguments) == folder { operations.append(.syncFolder) }
    case "write":
      if arguments.hasPrefix("1<"), let bytes = strings.first {
        operations.append(.say(String(decoding: bytes.dropLast(), as: UTF8.self)))
      } else if let node = node(arguments), let bytes = strings.first {
        // The ledger opens its file to append.
        guard bytes.count >= result else { throw Unreadable(line: text) }
        write(bytes.prefix(result), at: sizes[node, default: 0], node)
      }
    case "rename":
      let names = strings.compactMap { name(String(decoding: $0, as: UTF8.self)) }
      guard names.count == 2, let node = nodes.removeValue(forKey: names[0]) else { return }
      nodes[names[1]] = node
      operations.append(.rename(names[0], to: names[1]))
    case "fallocate":
      // It reserves room without changing the size of the file.
      if node(arguments) != nil, !arguments.contains("FALLOC_FL_KEEP_SIZE") { throw Unreadable(line: text) }
    default: break
    }
  }

  /// An error for a call that this type cannot read, so that its effect would be missing.
  struct Unreadable: Error {
    let line: String
  }

  private mutating func create() -> Int {
    count += 1
    return count - 1
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int, _ node: Int) {
    operations.append(.write(Array(bytes), at: offset, node: node))
    sizes[node] = max(sizes[node, default: 0], offset + bytes.count)
  }

  private func node(_ arguments: String) -> Int? { path(arguments).flatMap(name).flatMap { nodes[$0] } }

  /// Returns the path of the descriptor at the beginning of the arguments.
  private func path(_ arguments: String) -> String? {
    guard let start = arguments.firstIndex(of: "<"), let end = arguments[start...].firstIndex(of: ">"),
      arguments[..<start].allSatisfy(\.isNumber)
    else { return nil }
    return String(decoding: Self.bytes(arguments[arguments.index(after: start)..<end]), as: UTF8.self)
  }

  private func name(_ path: String) -> String? {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
  }

  /// Returns the strings between quotation marks.
  private static func strings(_ text: String) -> [[UInt8]] {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { bytes(parts[$0]) }
  }

  /// Returns bytes that are written as `\x00`.
  private static func bytes(_ text: Substring) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 3, by: 4).map { index in
      func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit &- 48 : digit &- 87 }
      return value(digits[index + 2]) << 4 | value(digits[index + 3])
    }
  }
}
