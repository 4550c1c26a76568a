/// Declares no tribe; the extensions in other files do.
struct Schema {
  struct Table {}

  enum Columns {}
}
