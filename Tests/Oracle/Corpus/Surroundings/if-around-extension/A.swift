// builds: | -D A
struct One {}
