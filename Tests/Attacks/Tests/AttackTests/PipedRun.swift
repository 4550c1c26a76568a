import Foundation

/// A victim whose journals come through a pipe, which file limits and full disks do not affect.
struct PipedRun {
  let status: Int32
  let wasKilled: Bool
  /// The output besides its journals, such as an error.
  let output: String

  /// Runs a victim until it ends or dies, and adds its journal lines to the journals of an attempt.
  init(_ attempt: Attempt, under command: [String] = [], _ options: [String] = []) throws {
    let pipe = Pipe()
    let process = try attempt.start(under: command, ["journals=-"] + options, printingTo: pipe)
    // The pipe holds more than the output of ten tribes, but not an unlimited amount. So read it before waiting for the
    // end.
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
    wasKilled = process.terminationReason == .uncaughtSignal
    output = try attempt.noteJournals(in: text)
  }
}

extension Attempt {
  /// Adds the journal lines of a victim's output to the journals, and returns the other lines.
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
