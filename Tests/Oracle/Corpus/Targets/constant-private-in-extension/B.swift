let version = "9.0.0"
