class Root: Loggable {}
