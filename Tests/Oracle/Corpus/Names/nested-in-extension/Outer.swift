enum Outer {
  enum Inner {}
}
