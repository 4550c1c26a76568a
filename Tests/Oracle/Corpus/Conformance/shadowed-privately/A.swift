private protocol Tribe {}

struct A: Tribe {}
