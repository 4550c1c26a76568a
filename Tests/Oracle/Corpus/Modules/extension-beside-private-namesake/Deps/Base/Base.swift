// no tribes
import Nomad

public struct Space {}
