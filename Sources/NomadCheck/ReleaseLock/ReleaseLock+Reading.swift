import NomadGenCore
import NomadSyntax
import NomadTargets

extension ReleaseLock {
  /// Reads the contents of a release lock.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - file: The path that findings show.
  package init(reading bytes: some Collection<UInt8>, file: String = fileName) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    if lines.last == [] { lines.removeLast() }
    head = []
    var isInHead = true
    var hasHeading = false
    var places: [ObjectIdentifier: [AnyHashable: [Int]]] = [:]
    for (index, line) in lines.enumerated() {
      let start = Location(file: file, line: index + 1, column: 1, codePointColumn: 1)
      let text = String(decoding: line, as: UTF8.self)
      if let (reason, remedy) = Self.refusal(of: text, line, hasHeading: hasHeading) {
        readingFindings.append(Self.finding(reason, at: start, remedy: remedy))
        // After a merge conflict or an unknown format, findings about the remaining lines would be noise.
        return
      }
      let isHeading = text == Self.heading
      if text.isEmpty || text.hasPrefix("#") || isHeading {
        // A merge may leave two headings; keep one.
        if !isHeading || !hasHeading { if isInHead { head.append(text) } else { tail.append(text) } }
        if isHeading { hasHeading = true }
        if text.isEmpty, hasHeading { isInHead = false }
        continue
      }
      isInHead = false
      do throws(ReleaseLockLine.Problem) {
        switch try ReleaseLockLine.read(line, at: start) {
        case .release(let release, let words):
          head += tail
          tail = []
          // A merge may leave two.
          if let quietRelease, quietRelease.version > release.version { continue }
          (quietRelease, quietWords) = (release, words)
        case .tribe(let entry):
          guard let twin = add(entry, to: \.entries, &places) else { continue }
          addFinding(of: entry.qualifiedName, at: start, twin: twin.location)
        case .accepted(let line): _ = add(line, to: \.accepted, &places)
        case .shape(let line):
          guard let twin = add(line, to: \.shapes, &places) else { continue }
          addFinding(of: line.qualifiedName, " for \(line.release.text)", at: start, twin: twin.location)
        case .stored(let line): _ = add(line, to: \.stored, &places)
        }
      } catch {
        var place = start
        place.column += error.offset
        // A byte that continues a scalar starts no code point.
        place.codePointColumn += line.prefix(error.offset).count { $0 & 0xC0 != 0x80 }
        readingFindings.append(Self.finding(error.reason, at: place))
      }
    }
    if !hasHeading, readingFindings.isEmpty {
      readingFindings.append(
        Self.finding(
          Self.noHeading.reason,
          at: Location(startOf: file),
          remedy: Self.noHeading.remedy
        )
      )
    }
  }

  /// Adds a line with the comments above it, unless the same line exists already.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - lines: The lines of its kind.
  ///   - places: The indices of the lines so far, by their kind and what they are about.
  /// - Returns: Another line about the same thing, because of which this one is not added; nil if there is none.
  private mutating func add<Line: LockLine>(
    _ line: Line,
    to lines: WritableKeyPath<Self, [Line]>,
    _ places: inout [ObjectIdentifier: [AnyHashable: [Int]]]
  ) -> Line? {
    defer { tail = [] }
    let kind = ObjectIdentifier(Line.self)
    let twin = places[kind]?[line.subjectOfLine]?.first { self[keyPath: lines][$0].isTwin(of: line) }
    guard let twin else {
      places[kind, default: [:]][line.subjectOfLine, default: []].append(self[keyPath: lines].count)
      self[keyPath: lines].append(line)
      self[keyPath: lines][self[keyPath: lines].count - 1].leading = tail
      return nil
    }
    guard self[keyPath: lines][twin] == line else { return self[keyPath: lines][twin] }
    self[keyPath: lines][twin].leading += tail
    return nil
  }

  /// Adds the finding that there are two lines about one thing.
  private mutating func addFinding(of name: String, _ release: String = "", at location: Location, twin: Location) {
    readingFindings.append(
      Self.finding(
        "'\(name)' has two lines\(release)",
        at: location,
        related: [Finding.Note(message: "the other line is here", location: twin)],
        impact: "a merge that keeps both sides can leave two lines",
        remedy: "delete the wrong one"
      )
    )
  }

  /// Returns the reason why the file cannot be read from a line on, and the remedy; nil if it can.
  private static func refusal(of text: String, _ line: [UInt8], hasHeading: Bool) -> (reason: String, remedy: String)? {
    guard text.utf8.elementsEqual(line) else { return ("this line is not UTF-8", restoration) }
    if ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains(where: text.hasPrefix) {
      return (
        "a merge left a conflict here",
        "keep the lines of both sides, without the conflict markers; '\(fileName) merge=union' in .gitattributes lets "
          + "Git do that"
      )
    }
    guard text != heading, !text.isEmpty, !text.hasPrefix("#") else { return nil }
    if let format = text.split(separator: " ").last, text == "tribes-lock \(format)" {
      return ("this lock has format \(format), and this version of Nomad reads only format 1", "update Nomad")
    }
    return hasHeading ? nil : noHeading
  }

  private static let noHeading = (
    reason: "the lock does not start with '\(heading)'", remedy: "restore the file from version control"
  )
  private static let restoration = "restore the line from version control"

  private static func finding(
    _ reason: String,
    at location: Location,
    related: [Finding.Note] = [],
    impact: String? = nil,
    remedy: String = restoration
  ) -> Finding {
    Finding(
      code: .damagedLock,
      message: reason,
      location: location,
      related: related,
      impact: impact,
      remedy: remedy
    )
  }
}
