import Foundation

/// A real server on the loopback interface, at a port that the system chooses.
///
/// Each connection has its own thread, so that an answer can wait for the test.
final class LoopbackServer: Sendable {
  /// One client that has sent a request.
  struct Client: Sendable {
    /// The first line, such as `GET /kittens?limit=4&offset=0 HTTP/1.1`.
    let request: String
    fileprivate let descriptor: CInt

    /// Sends bytes, unless the client has closed the connection.
    func send(_ bytes: some Sequence<UInt8>) {
      var rest = Array(bytes)[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard sent > 0 else { return }
        rest = rest.dropFirst(sent)
      }
    }

    /// Sends a complete answer.
    func answer(_ body: String, status: String = "200 OK") {
      let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
      send((head + "Connection: close\r\n\r\n" + body).utf8)
    }

    /// Blocks until the client closes its connection.
    func waitUntilGone() {
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) > 0 {}
    }
  }

  /// The system call that failed.
  struct Failure: Error {
    let call: String
  }

  let endpoint: URL
  private let descriptor: CInt
  private let answer: @Sendable (Client) -> Void

  /// Starts a server that calls the closure with each client, and then closes the connection.
  init(answer: @escaping @Sendable (Client) -> Void) throws {
    // The result of a write shows whether the client has closed the connection.
    signal(SIGPIPE, SIG_IGN)
    (descriptor, endpoint) = try Self.boundSocket()
    self.answer = answer
    // Threads instead of a queue, because they wait, and would block the few threads that queues
    // share.
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else {
          // Closed only here. Otherwise this thread could accept clients of a later server that has
          // the same descriptor.
          close(descriptor)
          return
        }
        Thread.detachNewThread { [self] in serve(connection) }
      }
    }
  }

  /// Stops accepting clients, so that the server can be released.
  func stop() {
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  private func serve(_ connection: CInt) {
    defer { close(connection) }
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard read(connection, &byte, 1) == 1 else { return }
      head.append(byte)
    }
    let request = String(decoding: head, as: UTF8.self).prefix { $0 != "\r\n" }
    answer(Client(request: String(request), descriptor: connection))
  }

  private static func boundSocket() throws -> (descriptor: CInt, endpoint: URL) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        if bind(descriptor, address, length) != 0 { throw Failure(call: "bind") }
        if listen(descriptor, 8) != 0 { throw Failure(call: "listen") }
        if getsockname(descriptor, address, &length) != 0 { throw Failure(call: "getsockname") }
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    guard let endpoint = URL(string: "http://127.0.0.1:\(port)/kittens") else {
      throw Failure(call: "URL")
    }
    return (descriptor, endpoint)
  }
}
