import Nomad

struct Refined: Step {}

struct Lately: Composed, Late {}
