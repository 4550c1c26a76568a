/// A visible result of a step, in the model or on a ledger.
struct ModelLine: Equatable {
  let subject: String
  let values: [(name: String, value: String)]

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }

  static func plan(_ steps: [(String, String)], _ newest: String?, _ newer: [String]) -> [ModelLine] {
    let summary = [("newest", newest ?? "none"), ("newer", "\(Set(newer).sorted())")]
    return steps.map { ModelLine(subject: $0, values: [("decision", $1)]) } + [
      ModelLine(subject: "plan", values: summary)
    ]
  }

  static func ran(
    _ tribe: ModelTribe,
    _ number: Int,
    _ deaths: Int,
    _ wasInterrupted: Bool,
    _ error: String?,
    _ checkpoints: [String: Int],
    _ done: [ModelTribe.Identity]
  ) -> ModelLine {
    let saved = checkpoints.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ",")
    let values = [
      ("number", "\(number)"), ("deaths", "\(deaths)"), ("wasInterrupted", "\(wasInterrupted)"),
      ("previousError", error ?? "none"), ("checkpoints", "[\(saved)]"), ("done", "\(done.map(\.text).sorted())"),
    ]
    return ModelLine(subject: "runs \(tribe)", values: values)
  }

  /// The tribes that a revert would undo; nil if an obstacle keeps it from that.
  static func revertPlan(_ tribes: [String]?) -> ModelLine {
    ModelLine(subject: "revert plan", values: [("tribes", tribes.map { "\($0)" } ?? "an obstacle")])
  }

  static func end(_ code: String?, _ finished: [String]) -> ModelLine {
    // A dead process reports nothing.
    ModelLine(subject: "end", values: [("code", code ?? "none"), ("finished", code == "died" ? "" : "\(finished)")])
  }

  static func firstStart(_ isFirst: Bool) -> ModelLine {
    ModelLine(subject: "history", values: [("isFirstStart", "\(isFirst)")])
  }

  /// Returns how this line of the model differs from the observed one.
  ///
  /// The text is the same for defects of one kind.
  func difference(from seen: ModelLine) -> String {
    guard subject == seen.subject else { return "another line" }
    let pairs = zip(values, seen.values).filter { $0.value != $1.value }
    return pairs.map { own, other in
      guard ["decision", "code"].contains(own.name) else { return own.name }
      return "\(own.name) '\(own.value.filter { !$0.isNumber })', not '\(other.value.filter { !$0.isNumber })'"
    }.joined(separator: ", ")
  }
}

extension ModelLine: CustomStringConvertible {
  var description: String { "\(subject): " + values.map { "\($0.name) \($0.value)" }.joined(separator: ", ") }
}
