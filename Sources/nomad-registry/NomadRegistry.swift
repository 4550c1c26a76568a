#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The tool that the build runs: the part of `nomad-gen` that writes registries.
///
/// It is a separate tool because every user compiles it in every clean build, and only some need the check.
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
