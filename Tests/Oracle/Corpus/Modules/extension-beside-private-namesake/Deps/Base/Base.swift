// no tribes
public struct Space {}
