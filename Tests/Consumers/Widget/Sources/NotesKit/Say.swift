import Foundation

/// Prints a line at once, also to a pipe or a file.
public func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
