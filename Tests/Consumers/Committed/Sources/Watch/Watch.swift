import Kit

@main
enum Watch {
  static func main() async throws { print(try await upgrade().joined(separator: " ")) }
}
