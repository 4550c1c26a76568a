final class A: Base {}
