/// A marker for a type whose values an app stores: the check reports a change that makes stored values unreadable.
///
/// Mark a type, as in `struct Note: Codable, Stored`, and `Tribes.lock` records with each release what coding writes
/// and reads of it, and of the types of the package that it contains. The check then reports a change with which the
/// app could not read what its earlier releases stored, until a tribe migrates the data. The marker adds nothing to the
/// type, and the build ignores it.
public protocol Stored {}
