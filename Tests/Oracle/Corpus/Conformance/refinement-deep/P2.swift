protocol P2: P1 {}
