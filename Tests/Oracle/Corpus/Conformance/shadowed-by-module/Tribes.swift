// no tribes
import Nomad

protocol Tribe {}

struct A: Tribe {}

struct B: App.Tribe {}
