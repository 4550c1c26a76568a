import NomadSources

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the build runs: that half of `nomad-gen` which writes registries.
///
/// It is a tool of its own because every user compiles it in every clean build, and only some the check.
@main
enum NomadRegistry {
  static func main() {
    do throws(Failure) {
      exit(try Generation(Options(CommandLine.arguments.dropFirst(), names: Generation.options)).run())
    } catch {
      File.fail(error)
    }
  }
}
