/// The rules that must hold after an attack, once a victim has run undisturbed.
struct Verdict {
  private let acknowledged: Set<String>
  /// The last checkpoint of each tribe.
  private let saved: [String: Int]
  private let before: [String]

  /// Reads the state that an attack left.
  init(after attempt: Attempt) {
    acknowledged = Set(attempt.lines("acknowledged"))
    let saves = attempt.lines("saved").map { $0.split(separator: " ") }
    saved = Dictionary(saves.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
    before = attempt.ran
  }

  /// Returns the tribes that ran again although they were acknowledged before the attack.
  func reruns(in attempt: Attempt) -> [String] {
    attempt.ran.dropFirst(before.count).filter(acknowledged.contains).map { "\($0) was acknowledged, and ran again" }
  }

  /// Returns the violated rules, after an undisturbed victim ended with a status.
  func violations(in attempt: Attempt, status: Int32) -> [String] {
    var violations = reruns(in: attempt)
    if status != 0 { violations.append("the undisturbed run ended with \(status)") }
    let later = attempt.lines("effects").dropFirst(before.count)
    for line in later {
      let words = line.split(separator: " ").map(String.init)
      // The tribe had begun, and its durable record shows that.
      if before.contains(words[0]), words[1] != "again" {
        violations.append("\(words[0]) ran again without knowing it")
      }
      if let saved = saved[words[0]], Int(words[2]) ?? 0 < saved {
        violations.append("\(words[0]) ran again without the checkpoint that it had saved")
      }
    }
    let names = (1...10).map { "Tribe_\($0)" }
    for name in names where !attempt.ran.contains(name) { violations.append("\(name) never ran") }
    var order: [String] = []
    for name in attempt.ran where !order.contains(name) { order.append(name) }
    if order != names { violations.append("the order was \(order)") }
    return violations
  }
}
