// no tribes
internal import Alpha
@_exported public import Beta
@_exported public import Nomad
