import Base

struct A: Step {}
