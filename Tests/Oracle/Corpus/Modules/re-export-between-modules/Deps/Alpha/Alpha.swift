// no tribes
public protocol Step {}
public enum Release { public static let v = "1.0.0" }
