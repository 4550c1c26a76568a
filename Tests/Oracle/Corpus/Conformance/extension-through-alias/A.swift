struct A {}

typealias Other = A
