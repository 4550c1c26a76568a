// no tribes
@_exported public import Nomad
