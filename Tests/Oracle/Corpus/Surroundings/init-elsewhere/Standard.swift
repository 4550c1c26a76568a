extension RawRepresentable where Self: CaseIterable {
  init() { self = Self.allCases[Self.allCases.startIndex] }
}
