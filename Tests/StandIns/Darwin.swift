// swift-format-ignore-file: AlwaysUseLowerCamelCase
// What Nomad calls of Apple's systems and of no other, so that those calls can be type-checked elsewhere. The rest of
// the module is near enough to the C library of this system.

@_exported import Glibc

/// fcntl(2): flushes a file, and asks the drive to flush its cache.
public let F_FULLFSYNC: Int32 = 51

/// fcntl(2): flushes a file, and has the drive write it before anything that follows.
public let F_BARRIERFSYNC: Int32 = 85
