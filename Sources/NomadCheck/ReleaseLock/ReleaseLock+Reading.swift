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
    var places: [ReleaseLockIdentity: [Int]] = [:]
    var shapePlaces: [String: [Int]] = [:]
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
        let content = try ReleaseLockLine.read(line, at: start)
        let leading = tail
        tail = []
        switch content {
        case .release(let release):
          head += leading
          // A merge may leave two.
          quietRelease = [quietRelease, release].compactMap(\.self).max { $0.version < $1.version }
        case .tribe(var entry):
          entry.leading = leading
          add(entry, &places)
        case .accepted(var line):
          line.leading = leading
          Self.add(line, to: &accepted)
        case .shape(var line):
          line.leading = leading
          add(line, &shapePlaces)
        case .stored(var line):
          line.leading = leading
          Self.add(line, to: &stored)
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

  /// Adds the entry of a line, unless the same entry exists already.
  private mutating func add(_ entry: Entry, _ places: inout [ReleaseLockIdentity: [Int]]) {
    var place = entry.identity
    if !entry.order.isShareable { place.name = "" }
    guard let index = places[place]?.first(where: { entries[$0].isTwin(of: entry) }) else {
      places[place, default: []].append(entries.count)
      return entries.append(entry)
    }
    let twin = entries[index]
    if twin == entry {
      entries[index].leading += entry.leading
      return
    }
    addFinding(of: entry.identity.qualifiedName, at: entry.location, twin: twin.location)
  }

  /// Adds the line of a shape, unless the same line exists already.
  private mutating func add(_ line: ShapeLine, _ places: inout [String: [Int]]) {
    guard let index = places[line.qualifiedName]?.first(where: { shapes[$0].isTwin(of: line) }) else {
      places[line.qualifiedName, default: []].append(shapes.count)
      return shapes.append(line)
    }
    if shapes[index] == line {
      shapes[index].leading += line.leading
    } else {
      addFinding(of: line.qualifiedName, " for \(line.release.text)", at: line.location, twin: shapes[index].location)
    }
  }

  /// Adds a line to others, unless the same line exists already.
  private static func add<Line: LockLine>(_ line: Line, to lines: inout [Line]) {
    guard let index = lines.firstIndex(of: line) else { return lines.append(line) }
    lines[index].leading += line.leading
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
