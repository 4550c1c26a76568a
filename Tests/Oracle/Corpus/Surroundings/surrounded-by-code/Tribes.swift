import Nomad

infix operator <->: AdditionPrecedence

func <-> (left: Int, right: Int) -> Int { left - right }

struct Before {
  var closure: (Int) -> Int = { $0 <-> 1 }
  subscript(index: Int) -> Int { index }
  var computed: Int { get { 1 } set { print(newValue) } }
}

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

@resultBuilder
enum Builder {
  static func buildBlock(_ parts: Int...) -> Int { parts.reduce(0, +) }
}

struct Generic<Value: Comparable> where Value: Sendable {
  var value: Value
  func less(than other: Value) -> Bool { value < other }
}

struct B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
