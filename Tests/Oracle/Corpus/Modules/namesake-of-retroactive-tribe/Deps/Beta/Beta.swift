// no tribes
public struct Gadget { public init() {} }
