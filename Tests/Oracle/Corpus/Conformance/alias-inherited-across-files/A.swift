import Nomad

class Outer {
  typealias Step = Tribe
}
