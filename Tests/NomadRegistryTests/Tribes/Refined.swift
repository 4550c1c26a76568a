struct Refined: Step {}

struct Lately: Composed, Late {}
