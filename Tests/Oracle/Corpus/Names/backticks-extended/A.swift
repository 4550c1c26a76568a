struct `for` {}

enum `in` {}
