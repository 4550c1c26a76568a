enum Outer {
  struct A {}
}
