enum Space {}

typealias Short = Space
