import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// What the system says of this process.
enum ProcessFigures {
  /// The memory that is in use, in bytes.
  static var residentBytes: Int {
    #if os(Linux)
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
      // Only ever grows, so that it shows a leak as well.
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// The time of all threads on the processors, in nanoseconds: others on the machine do not count.
  static var processorNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
