import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// Memory and time of this process.
enum ProcessFigures {
  /// The resident memory, in bytes.
  static var residentBytes: Int {
    #if os(Linux)
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
      // Uses the peak, which also shows a leak.
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// The processor time of all threads, in nanoseconds, without that of other processes.
  static var processorNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
