import Foundation
import Nomad

/// A note, as the app keeps it in a JSON file.
struct Note: Codable, Stored {
  var id: UUID
  var text: String
  /// The day on which the note is due, in seconds since 1970.
  ///
  /// It is new, and no tribe gives old notes a value.
  var dueDate: Double
}
