// no tribes
public import Base1

public protocol Later: Step {}

public typealias Both = Later & Sendable
