import Base

struct A: Base.Tribe {}
