// no tribes
public protocol Migration { func prepare() }
public enum Release { public static let photos = "2.0.0" }
