#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// Standard output or standard error.
  struct Console {
    static let output = Console(handle: .standardOutput)
    static let error = Console(handle: .standardError)

    let handle: FileHandle

    /// Writes text.
    ///
    /// If it cannot be written, ends the process with exit code 2.
    func write(_ text: String) {
      do {
        try handle.write(contentsOf: Data(text.utf8))
      } catch {
        // Best effort: if this write fails, too, no channel is left to report it.
        try? FileHandle.standardError.write(contentsOf: Data("nomadctl: error: cannot write the output\n".utf8))
        Foundation.exit(2)
      }
    }

    /// Writes a remark that is not part of the requested output.
    func note(_ text: String) { write("nomadctl: note: \(text.printable)\n") }
  }

  /// A printer of text in columns.
  struct Table {
    /// Returns rows as lines, with two spaces between the columns.
    ///
    /// Each row has the same number of cells.
    static func print(_ rows: [[String]]) -> String {
      let rows = rows.map { $0.map(\.printable) }
      let columns = rows.first?.count ?? 0
      let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
      return rows.map { row in
        let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        let line = cells.joined(separator: "  ")
        return line.prefix(line.count - line.reversed().prefix { $0 == " " }.count) + "\n"
      }.joined()
    }
  }

  /// A printer of the findings about the tribes, on standard error.
  enum Findings {
    /// Prints the findings.
    ///
    /// - Throws: `ExitCode` 1 if one of them is an error.
    static func print(_ package: CheckedPackage) throws {
      Console.error.write(ReportFormat.text.report(package))
      if package.hasErrors { throw ExitCode.failure }
    }
  }

  extension Int {
    /// Returns the number with a noun, such as `1 record` or `2 records`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
  }
#endif
