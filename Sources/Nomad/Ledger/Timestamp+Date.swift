package import Foundation
package import NomadFormat

extension Timestamp {
  package init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let (lowest, highest) = (Double(Self.range.lowerBound), Double(Self.range.upperBound))
    // `max` returns its first argument if the second one is NaN.
    self.init(milliseconds: Int64(min(max(lowest, milliseconds), highest)))
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
