struct A {}

enum Outer {
  struct B {}
}
