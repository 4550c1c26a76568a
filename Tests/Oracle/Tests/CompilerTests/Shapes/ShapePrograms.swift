import Foundation

/// Two programs, one with the old side of each pair and one with the new, and what they do with each other's data.
struct ShapePrograms {
  /// A pair whose sources do not compile.
  struct Rejected: Error {
    /// The messages, by the pair's number.
    var messages: [Int: String]
  }

  private struct Answer: Decodable {
    var data: Data?
    var error: String?
    var key: String?
  }

  private typealias Written = [String: [String: Data]]
  private typealias Answers = [String: [String: Answer]]

  /// Compiles and runs pairs.
  ///
  /// - Parameters:
  ///   - pairs: The pairs.
  ///   - folder: A folder for the programs and their data.
  /// - Returns: The verdict of each pair.
  /// - Throws: ``Rejected`` if there are pairs that do not compile; ``ShapePair/Malformed`` if a program fails.
  static func verdicts(of pairs: [ShapePair], in folder: URL) throws -> [String] {
    let builds = try concurrently(["old", "new"]) { side in
      let sides = pairs.enumerated().map { ($0.offset, side == "old" ? $0.element.old : $0.element.new) }
      return try Self.build(ShapeSources(sides), in: folder.appendingPathComponent(side))
    }
    let forward = try exchange(from: builds[0], to: builds[1])
    let backward = try exchange(from: builds[1], to: builds[0])
    return pairs.indices.map { number in
      let (there, back) = (forward[number] ?? [], backward[number] ?? [])
      let thrown = there.sorted().first { $0.hasPrefix("throws") }
      if there.isEmpty || back.isEmpty { return "has no values" }
      return thrown ?? (Set(there + back) == ["same"] ? "same" : "loses")
    }
  }

  /// Encodes with one program and decodes with the other.
  ///
  /// - Returns: What happened to the values of each pair: `same`, `loses`, or `throws` with the error.
  private static func exchange(from writer: URL, to reader: URL) throws -> [Int: [String]] {
    let (written, answers) = ("\(writer.path)-written", "\(writer.path)-answers")
    try run(writer.path, [written])
    try run(reader.path, [written, answers])
    let before = try PropertyListDecoder().decode(Written.self, from: Data(contentsOf: URL(fileURLWithPath: written)))
    let after = try PropertyListDecoder().decode(Answers.self, from: Data(contentsOf: URL(fileURLWithPath: answers)))
    var result: [Int: [String]] = [:]
    for (name, values) in before {
      result[Int(name) ?? -1] = try values.map { id, data in
        let answer = after[name]?[id]
        guard let again = answer?.data else {
          return ["throws", answer?.error ?? "?", answer?.key].compactMap(\.self).joined(separator: " ")
        }
        return try CodedValue.read(data, id) == CodedValue.read(again, id) ? "same" : "loses"
      }
    }
    return result
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let (status, _, errors) = try Command.run(program, arguments, log: URL(fileURLWithPath: "\(program)-run"))
    if status != 0 { throw ShapePair.Malformed(text: "\(program): \(errors)") }
  }

  private static func build(_ sources: ShapeSources, in folder: URL) throws -> URL {
    let files = FileManager.default
    let program = folder.appendingPathComponent("program")
    var objects: [String] = []
    let stored = try String(contentsOf: Corpus.stored, encoding: .utf8)
    for (module, texts) in [("Nomad", ["Stored.swift": stored])] + sources.modules {
      let work = folder.appendingPathComponent(module)
      try files.createDirectory(at: work, withIntermediateDirectories: true)
      let paths = try texts.sorted { $0.key < $1.key }.map { name, text in
        let url = work.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
      }
      let object = folder.appendingPathComponent("\(module).o").path
      let (status, _, errors) = try Command.run(
        "swiftc",
        paths + [
          "-parse-as-library", "-module-name", module, "-swift-version", "5", "-package-name", "corpus",
          "-D", "FEATURE", "-whole-module-optimization", "-Onone", "-suppress-warnings", "-diagnostic-style", "llvm",
          "-I", folder.path,
          "-emit-module", "-emit-module-path", folder.appendingPathComponent("\(module).swiftmodule").path,
          "-c", "-o", object,
        ],
        log: work.appendingPathComponent("compile")
      )
      if status != 0 { throw rejection(errors) }
      objects.append(object)
    }
    let (status, _, errors) = try Command.run(
      "swiftc",
      objects + ["-o", program.path],
      log: folder.appendingPathComponent("link")
    )
    if status != 0 { throw ShapePair.Malformed(text: errors) }
    return program
  }

  private static func rejection(_ errors: String) -> any Error {
    var messages: [Int: String] = [:]
    for line in errors.split(separator: "\n") where line.contains(": error: ") {
      let file = line.prefix { $0 != ":" }.split(separator: "/").last ?? ""
      guard let number = Int(file.prefix { $0 != "-" }) else { continue }
      messages[number, default: ""] += "\n\(file)\(line.drop { $0 != ":" })"
    }
    return messages.isEmpty ? ShapePair.Malformed(text: errors) : Rejected(messages: messages)
  }

  /// Calls a function with each element, all at once.
  private static func concurrently<Element: Sendable, Result: Sendable>(
    _ elements: [Element],
    _ body: @Sendable (Element) throws -> Result
  ) throws -> [Result] {
    let results = Results<Result>()
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      results.add(Swift.Result { try body(elements[index]) }, at: index)
    }
    return try results.all.map { try $0.get() }
  }
}

/// The results of several threads, in order.
private final class Results<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Int: Result<Value, any Error>] = [:]

  func add(_ value: Result<Value, any Error>, at index: Int) { lock.withLock { values[index] = value } }

  var all: [Result<Value, any Error>] { lock.withLock { values.sorted { $0.key < $1.key }.map(\.value) } }
}
