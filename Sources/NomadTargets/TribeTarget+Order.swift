extension TribeTarget {
  /// Whether `lhs` comes before `rhs` in migration order.
  ///
  /// The operators of the order compare the meaning of targets; `==` compares their text. So neither of
  /// `.literal("1.0.0+1")` and `.literal("1.0.0+2")` comes before the other.
  ///
  /// - Throws: ``TargetError`` if one of the targets is illegal.
  public static func < (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.position() < rhs.position() }

  /// Whether `lhs` comes before `rhs` or has the same position.
  ///
  /// - Throws: ``TargetError`` if one of the targets is illegal.
  public static func <= (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.position() <= rhs.position() }

  /// Whether `lhs` comes after `rhs`.
  ///
  /// - Throws: ``TargetError`` if one of the targets is illegal.
  public static func > (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.position() > rhs.position() }

  /// Whether `lhs` comes after `rhs` or has the same position.
  ///
  /// - Throws: ``TargetError`` if one of the targets is illegal.
  public static func >= (lhs: Self, rhs: Self) throws(TargetError) -> Bool { try lhs.position() >= rhs.position() }
}
