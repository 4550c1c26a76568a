// no tribes
import Nomad

/// A Tribe, as in `struct A: Tribe {}`.
struct Holder<Step: Tribe> {
  var step: any Tribe
  var kind: Step.Type

  func make() -> some Tribe { Step() }
}

extension Holder where Step: Sendable {
  var text: String { "struct A: Tribe {}" }
}

typealias Unused = Tribe & Sendable

func use(_ tribe: any Tribe) {}
