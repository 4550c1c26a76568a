import Foundation

/// A proxy in front of a server.
///
/// It can cut its connections, or stall and forward nothing for a while.
///
/// It counts the forwarded data in pieces, in both directions, so that a test can attack at each of them. libpq sends
/// each statement in one piece, and the server each answer.
final class Proxy: @unchecked Sendable {
  /// An action on the proxy's connections.
  enum Act: Sendable {
    case cut, stall
  }

  private enum Mode {
    case forwarding, stalled, cut
  }

  let port: Int
  private let server: Int
  private let listener: Int32
  // The lock for the following properties.
  private let condition = NSCondition()
  private var mode = Mode.forwarding
  private var pieces = 0
  private var strike: (act: Act, piece: Int)?
  private var links: [ObjectIdentifier: Link] = [:]

  /// Makes a proxy, and starts it.
  ///
  /// - Parameters:
  ///   - server: The port of the server.
  ///   - act: The single action that replaces forwarding a piece.
  ///   - piece: The number of that piece, from 1.
  /// - Throws: An error if the proxy cannot listen on a port.
  init(to server: Int, _ act: Act? = nil, at piece: Int = 0) throws {
    self.server = server
    strike = act.map { ($0, piece) }
    // Writing to a closed connection must not end the process.
    Foundation.signal(SIGPIPE, SIG_IGN)
    (listener, port) = try Self.listen()
    let thread = Thread { [self] in acceptAll() }
    thread.start()
  }

  /// Whether the action at a piece has happened.
  var hasStruck: Bool { condition.withLock { strike == nil } }

  /// The number of pieces so far.
  var count: Int { condition.withLock { pieces } }

  /// Closes all connections, and each new one, until the proxy resumes.
  func cut() { change(to: .cut) }

  /// Forwards nothing, not even the end of a connection, until the proxy resumes or cuts.
  func stall() { change(to: .stalled) }

  func resume() { change(to: .forwarding) }

  /// Cuts all connections, and ends the proxy.
  func stop() {
    change(to: .cut)
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func change(to mode: Mode) {
    condition.withLock {
      self.mode = mode
      if mode == .cut { links.values.forEach { $0.shut() } }
      condition.broadcast()
    }
  }

  private func acceptAll() {
    while true {
      let client = accept(listener, nil, nil)
      if client == -1, errno == EINTR || errno == ECONNABORTED { continue }
      guard client != -1 else { break }
      guard let server = try? Self.connect(to: server) else {
        close(client)
        continue
      }
      let link = Link(client, server)
      condition.withLock {
        links[ObjectIdentifier(link)] = link
        if mode == .cut { link.shut() }
      }
      for (source, target) in [(client, server), (server, client)] {
        let thread = Thread { [self] in
          forward(from: source, to: target, of: link)
          condition.withLock {
            link.shut()
            link.leave()
            if link.isLeft { links[ObjectIdentifier(link)] = nil }
          }
        }
        thread.start()
      }
    }
    close(listener)
  }

  private func forward(from source: Int32, to target: Int32, of link: Link) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      if count == -1, errno == EINTR { continue }
      guard mayForward(count) else { return }
      var sent = 0
      while sent < count {
        let result = buffer[sent..<count].withUnsafeBytes { send(target, $0.baseAddress, $0.count, 0) }
        if result == -1, errno == EINTR { continue }
        guard result > 0 else { return }
        sent += result
      }
    }
  }

  /// Waits until a piece or the end of a connection may be forwarded.
  ///
  /// Returns whether the link continues.
  private func mayForward(_ count: Int) -> Bool {
    condition.withLock {
      if count > 0 {
        pieces += 1
        if let strike, strike.piece == pieces {
          self.strike = nil
          mode = strike.act == .cut ? .cut : .stalled
          if mode == .cut { links.values.forEach { $0.shut() } }
        }
      }
      while mode == .stalled { condition.wait() }
      return count > 0 && mode == .forwarding
    }
  }

  /// Two connections, which end together.
  private final class Link: @unchecked Sendable {
    private let ends: [Int32]
    private var threads = 2

    init(_ client: Int32, _ server: Int32) {
      ends = [client, server]
      ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    }

    var isLeft: Bool { threads == 0 }

    func shut() {
      guard !isLeft else { return }
      ends.forEach { shutdown($0, Int32(SHUT_RDWR)) }
    }

    func leave() {
      threads -= 1
      if isLeft { ends.forEach { close($0) } }
    }
  }

  private static func listen() throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = address(of: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Foundation.listen(listener, 128) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard result else { throw ServerFailure(description: "no proxy: \(String(cString: strerror(errno)))") }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func connect(to port: Int) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = address(of: port)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(socket)
      throw ServerFailure(description: "no connection: \(String(cString: strerror(errno)))")
    }
    return socket
  }

  private static func address(of port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = UInt16(port).bigEndian
    return address
  }
}
