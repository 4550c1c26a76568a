import Kit

@main
enum App {
  static func main() async throws { print(try await upgrade().joined(separator: " ")) }
}
