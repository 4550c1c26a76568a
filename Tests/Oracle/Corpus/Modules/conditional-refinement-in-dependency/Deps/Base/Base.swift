// no tribes
public import Nomad

public protocol Step: Tribe {}

#if A
  extension Step {
    public static var target: TribeTarget { .first }
  }
#else
  extension Step {
    public static var target: TribeTarget { .always }
  }
#endif
