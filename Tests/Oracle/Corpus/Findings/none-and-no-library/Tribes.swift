// no tribes
struct A {}
