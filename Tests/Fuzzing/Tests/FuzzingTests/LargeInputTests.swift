import Foundation
import Testing

/// Inputs that would crash a scanner that recurses, or slow down one that looks ahead too often.
///
/// Each runs in a process of its own, with a thread's normal stack, and without optimization, as the tool of users.
@Suite(.serialized) struct LargeInputTests {
  @Test(
    "100,000 nested levels take memory in proportion to their size",
    arguments: [
      "types", "enumerations", "extensions", "functions", "braces", "parentheses", "brackets", "directives", "comments",
      "generics", "interpolations", "multilineInterpolations", "rawInterpolations", "closures", "conditions",
      "unclosed",
    ]
  )
  func levels(shape: String) throws { try Self.check(shape, 100_000, base: 140e6) }

  @Test(
    "2 MB of one line, name, literal or comment, valid or not, take memory in proportion to their size",
    arguments: [
      "line", "identifier", "literal", "comment", "nul", "invalid", "quotes", "pounds", "slashes", "backticks",
    ]
  )
  func bytes(shape: String) throws { try Self.check(shape, 2_000_000, base: 40e6) }

  @Test("1 MB of tribes take memory in proportion to their size")
  func tribes() throws { try Self.check("tribes", 1_000_000, base: 40e6) }

  /// Runs the probe; `base` is the memory, in bytes, that does not grow with the input.
  private static func check(_ shape: String, _ count: Int, base: Double) throws {
    let process = Process()
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    process.executableURL = (bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL).appendingPathComponent(
      "pipeline-probe"
    )
    process.arguments = [shape, String(count)]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // A hang fails its own test instead of stopping all tests.
    let deadline = Date().addingTimeInterval(240)
    while process.isRunning, Date() < deadline { usleep(10_000) }
    let hangs = process.isRunning
    if hangs { process.terminate() }
    process.waitUntilExit()
    try #require(!hangs && process.terminationStatus == 0, "\(shape) hangs, or ends with \(process.terminationStatus)")

    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 5)
    let (size, tribes, printed, peak, seconds) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    print(
      "\(shape): \(Int(size)) bytes, \(Int(tribes)) tribes, \(Int(seconds * 1_000)) ms, \(Int(peak) / 1_000_000) MB at most"
    )
    #expect(tribes > 0)
    // The tokens of a file with tribes are in memory, and the printed text more than once. The allocator can keep a buffer
    // that an array has outgrown, in some runs and not in others: of 32 MB with 100,000 levels.
    #expect(peak < base + 20 * size + 10 * printed, "\(shape) took \(peak) bytes")
  }
}
