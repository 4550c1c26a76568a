private import Foundation

/// A value written as lines of text, so that two values can be compared line by line.
///
/// Unordered contents are sorted, and a text of several lines takes several lines.
struct StateLines {
  private(set) var lines: [String] = []
  /// The objects that enclose the current one.
  ///
  /// They detect reference cycles.
  private var enclosing: Set<ObjectIdentifier> = []
  private var depth = 0

  private static let depthLimit = 64

  init(of value: Any) {
    add(value, labelled: "")
  }

  private mutating func add(_ value: Any, labelled label: String) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let wrapped = mirror.children.first?.value {
      add(wrapped, labelled: label)
    } else if let pieces = Self.pieces(of: value) {
      guard pieces.count > 1 else { return write(label + (pieces.first ?? "")) }
      write(label + "\(type(of: value))")
      nested { for piece in pieces { $0.write(piece) } }
    } else if mirror.displayStyle == .class {
      let object = ObjectIdentifier(value as AnyObject)
      guard enclosing.insert(object).inserted else { return write("\(label)\(type(of: value)), again") }
      defer { enclosing.remove(object) }
      addChildren(of: value, mirror, labelled: label)
    } else {
      addChildren(of: value, mirror, labelled: label)
    }
  }

  private mutating func addChildren(of value: Any, _ mirror: Mirror, labelled label: String) {
    guard depth < Self.depthLimit else { return write(label + "…") }
    if mirror.displayStyle == .enum, let payload = mirror.children.first {
      write("\(label).\(payload.label ?? "")")
      nested { $0.addChildren(of: [payload.value]) }
      return
    }
    let title = mirror.displayStyle == .tuple ? "" : "\(type(of: value))"
    write(label + title)
    nested { lines in
      switch mirror.displayStyle {
      case .set: lines.addSorted(mirror.children.map { lines.part(of: $0.value, labelled: "· ") })
      case .dictionary: lines.addSorted(mirror.children.map { lines.part(ofPair: $0.value) })
      case .collection: lines.addChildren(of: mirror.children.map(\.value))
      default: lines.addMembers(of: mirror)
      }
    }
  }

  /// Adds values without labels.
  private mutating func addChildren(of values: [Any]) {
    for value in values { add(value, labelled: "· ") }
  }

  private mutating func addMembers(of mirror: Mirror) {
    if let superclass = mirror.superclassMirror { addMembers(of: superclass) }
    for child in mirror.children { add(child.value, labelled: child.label.map { "\($0): " } ?? "· ") }
  }

  private mutating func addSorted(_ parts: [[String]]) {
    lines += parts.sorted { $0.lexicographicallyPrecedes($1) }.joined()
  }

  /// Returns the lines of one key and value of a dictionary.
  private func part(ofPair pair: Any) -> [String] {
    let halves = Mirror(reflecting: pair).children.map(\.value)
    guard halves.count == 2 else { return part(of: pair, labelled: "") }
    let key = part(of: halves[0], labelled: "").map { $0.drop { $0 == " " } }.joined(separator: " ")
    return part(of: halves[1], labelled: "\(key): ")
  }

  /// Returns the lines that a value would add.
  private func part(of value: Any, labelled label: String) -> [String] {
    var part = self
    part.lines = []
    part.add(value, labelled: label)
    return part.lines
  }

  private mutating func nested(_ body: (inout Self) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  private mutating func write(_ text: String) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }
}

extension StateLines {
  /// Returns the text of a value that has no parts worth showing, as one or more lines; nil for a value with parts.
  private static func pieces(of value: Any) -> [String]? {
    switch value {
    case let text as any StringProtocol: pieces(of: String(text))
    case let data as Data: String(data: data, encoding: .utf8).map { pieces(of: $0) } ?? rows(of: data)
    // A date's description has only whole seconds.
    case let date as Date: ["\(date), \(date.timeIntervalSinceReferenceDate) s"]
    case is URL, is UUID, is Decimal: ["\(value)"]
    default: isWhole(value) ? ["\(value)"] : nil
    }
  }

  /// Returns whether a value has no parts, such as a number.
  private static func isWhole(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: return false
    case .class where value is NSObject: return true
    default: return mirror.children.isEmpty && mirror.superclassMirror == nil
    }
  }

  /// Returns the lines of a text, as literals.
  private static func pieces(of text: String) -> [String] {
    // Split by Unicode scalars: as one character, `\r\n` is not equal to `\n`.
    let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var pieces = parts.dropLast().map { $0 + "\n" }
    if let last = parts.last, !last.isEmpty || pieces.isEmpty { pieces.append(last) }
    return pieces.map(\.debugDescription)
  }

  /// Returns bytes in rows of sixteen.
  private static func rows(of data: Data) -> [String] {
    stride(from: 0, to: data.count, by: 16).map { start in
      data.dropFirst(start).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
  }
}
