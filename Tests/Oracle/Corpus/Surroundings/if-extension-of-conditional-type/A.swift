// builds: | -D A
#if A
  enum Outer {}
#endif
