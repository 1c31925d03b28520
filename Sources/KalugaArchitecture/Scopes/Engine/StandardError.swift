#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The process's standard error as a text stream.
package struct StandardError: TextOutputStream {
  package init() {}

  package mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { bytes in
      // A failed or partial write is dropped: it cannot be reported anywhere.
      _ = unsafe Self.write(2, bytes.baseAddress, bytes.count)
    }
  }

  private static func write(
    _ descriptor: CInt,
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes, count)
    #elseif canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #elseif canImport(Android)
      Android.write(descriptor, bytes, count)
    #else
      0
    #endif
  }
}
