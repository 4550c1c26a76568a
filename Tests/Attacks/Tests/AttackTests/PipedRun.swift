import Foundation

/// A victim whose journals come through a pipe, so that no limit on files and no full disk reaches them.
struct PipedRun {
  let status: Int32
  let wasKilled: Bool
  /// What it printed besides its journals, such as an error.
  let output: String

  /// Runs a victim to its end, or to its death, and adds what it noted to the journals of an attempt.
  init(_ attempt: Attempt, under command: [String] = [], _ options: [String] = []) throws {
    let pipe = Pipe()
    let process = try attempt.start(under: command, ["journals=-"] + options, printingTo: pipe)
    // The pipe holds more than ten tribes have to say, but not for ever: it is read before the end is waited for.
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
    wasKilled = process.terminationReason == .uncaughtSignal
    output = try attempt.noteJournals(in: text)
  }
}

extension Attempt {
  /// Adds what a victim noted in its output to the journals; returns the other lines.
  func noteJournals(in text: String) throws -> String {
    var rest: [Substring] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, ["effects", "saved", "acknowledged"].contains(words[0]) else {
        rest.append(line)
        continue
      }
      let journal = folder.appendingPathComponent(String(words[0]))
      let before = FileManager.default.contents(atPath: journal.path) ?? Data()
      try (before + Data("\(words[1])\n".utf8)).write(to: journal)
    }
    return rest.joined(separator: "\n")
  }
}
