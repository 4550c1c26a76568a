// no tribes
#if swift(>=99)
  struct One: Tribes { this is ( not Swift
#endif

#if swift(>=99)
  let later = unknown
#endif
