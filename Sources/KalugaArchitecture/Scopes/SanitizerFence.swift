#if KALUGA_TSAN
  @_silgen_name("__tsan_acquire")
  private func tsanAcquire(_ address: UnsafeRawPointer)

  @_silgen_name("__tsan_release")
  private func tsanRelease(_ address: UnsafeRawPointer)

  /// Tells the thread sanitizer of an ordering that it cannot see by itself.
  ///
  /// What one thread did before `release()` happens before what another does after `acquire()`.
  /// Compiled only into the sanitizer run; nothing of it reaches users.
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
