extension A { init() { self.init(folder: "a") } }
extension B { convenience init() { self.init(folder: "b") } }
