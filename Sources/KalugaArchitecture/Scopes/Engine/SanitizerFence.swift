#if KALUGA_TSAN
  @_silgen_name("__tsan_acquire")
  private func tsanAcquire(_ address: UnsafeRawPointer)

  @_silgen_name("__tsan_release")
  private func tsanRelease(_ address: UnsafeRawPointer)

  /// Announces to the thread sanitizer an ordering that it cannot see by itself.
  ///
  /// What one thread did before `release()` happens before what another does after `acquire()`.
  /// Compiled only for the sanitizer run, and never for users.
  @usableFromInline
  final class SanitizerFence: Sendable {
    @usableFromInline
    init() {}

    private var address: UnsafeRawPointer {
      UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    @usableFromInline
    func acquire() { tsanAcquire(address) }

    @usableFromInline
    func release() { tsanRelease(address) }
  }
#endif
