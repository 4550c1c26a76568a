// builds: | -D A | -D B
enum Outer {
  #if A || B
    struct One {}
  #endif
}
