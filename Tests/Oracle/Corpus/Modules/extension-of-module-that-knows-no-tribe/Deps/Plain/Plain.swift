// no tribes
open class Base { public required init() {} }
public enum Space {}
