func reach() -> Outer.A { Outer.A() }
