import Base

final class A: Root {}
