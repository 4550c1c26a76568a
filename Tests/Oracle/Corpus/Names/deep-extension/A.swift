enum A {
  struct B {
    enum C {}
  }
}
