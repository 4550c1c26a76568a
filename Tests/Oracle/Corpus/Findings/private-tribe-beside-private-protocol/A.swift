import Nomad

private protocol Step {}
private class Helper {}
private final class Other: Helper {}
