// no tribes
public protocol Tribe {}
