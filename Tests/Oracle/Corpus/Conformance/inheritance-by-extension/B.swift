class Base {
  required init() {}
}
