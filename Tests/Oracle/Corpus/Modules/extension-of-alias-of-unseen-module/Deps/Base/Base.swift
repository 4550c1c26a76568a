// no tribes
public enum Space {}

public typealias Short = Space
