protocol P4: P3, CustomStringConvertible {}
