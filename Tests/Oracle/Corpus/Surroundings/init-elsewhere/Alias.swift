extension Dee { init() { self.init(folder: "d") } }
