extension TribeTarget {
  /// Whether `lhs` stands before `rhs` in the one total order.
  ///
  /// Unlike `==`, which compares what is written, the operators of the order compare what is meant: neither of
  /// `.literal("1.0.0+1")` and `.literal("1.0.0+2")` is before the other.
  ///
  /// - Throws: ``TargetError`` if one of them is illegal.
  public static func < (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.order() < rhs.order() }

  /// Whether `lhs` stands before `rhs`, or at the same place.
  ///
  /// - Throws: ``TargetError`` if one of them is illegal.
  public static func <= (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.order() <= rhs.order() }

  /// Whether `lhs` stands after `rhs`.
  ///
  /// - Throws: ``TargetError`` if one of them is illegal.
  public static func > (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.order() > rhs.order() }

  /// Whether `lhs` stands after `rhs`, or at the same place.
  ///
  /// - Throws: ``TargetError`` if one of them is illegal.
  public static func >= (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.order() >= rhs.order() }
}
