protocol Loggable {}
