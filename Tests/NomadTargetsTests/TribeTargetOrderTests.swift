import NomadTargets
import Testing

@Suite("The order of targets")
struct TribeTargetOrderTests {
  @Test("Targets are compared by their positions: .first, versions, .once, .whenChanged, .always")
  func order() throws {
    let targets: [TribeTarget] = [
      .first, .literal("1.0.0-alpha"), .literal("1.0.0-beta"), .dotted("1.0"), .dotted("1.0-1"), .literal("2.0.0"),
      .once("a"), .once("b"), .whenChanged("a"), .whenChanged("b"), .always,
    ]
    for (left, one) in targets.enumerated() {
      for (right, other) in targets.enumerated() {
        #expect(try (one < other) == (left < right))
      }
    }
    #expect(try targets.reversed().sorted { try $0 < $1 } == targets)
  }

  @Test("Different targets with the same position are neither before nor after each other")
  func samePlace() throws {
    let pairs: [(TribeTarget, TribeTarget)] = [
      (.literal("1.0.0+1"), .literal("1.0.0+2")), (.literal("1.0.0"), .dotted("1.0")),
    ]
    for (one, other) in pairs {
      #expect(one != other)
      #expect(try !(one < other) && !(other < one))
      #expect(try one.position() == other.position())
    }
  }

  @Test("A comparison throws an error if the target on either side is illegal", arguments: ["", "1.2", "XYZ"])
  func illegal(text: String) {
    #expect(throws: TargetError.self) { try TribeTarget.literal(text) < .literal("1.2.1") }
    #expect(throws: TargetError.self) { try TribeTarget.first < .literal(text) }
  }
}
