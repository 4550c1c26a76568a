#if !canImport(Darwin)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #endif

  /// Functions of the C library that its Swift module does not declare; nil in a statically linked program.
  enum SystemFunctions {
    typealias Allocate = @Sendable @convention(c) (Int32, Int32, off_t, off_t) -> Int32
    typealias ListAttributes = @Sendable @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    typealias GetAttribute =
      @Sendable @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    typealias SetAttribute =
      @Sendable @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    static let fallocate = find("fallocate", as: Allocate.self)
    static let flistxattr = find("flistxattr", as: ListAttributes.self)
    static let fgetxattr = find("fgetxattr", as: GetAttribute.self)
    static let fsetxattr = find("fsetxattr", as: SetAttribute.self)

    private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
  }
#endif
