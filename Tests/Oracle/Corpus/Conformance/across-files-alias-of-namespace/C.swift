typealias C = Core
