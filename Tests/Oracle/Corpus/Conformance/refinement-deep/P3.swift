protocol P3: Sendable, P2 {}
