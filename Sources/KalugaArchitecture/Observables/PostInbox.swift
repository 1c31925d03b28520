/// The posts for one subject that wait for the main actor, in the order of the global queue.
///
/// Each post stands in the global queue, which gives one order across subjects, and here, so that a
/// main-actor write can apply what waits for the same subject first.
final class PostInbox: Sendable {
  private let posts = Lock(FIFOQueue<Post>())

  /// Appends a post at the end of this inbox and of the global queue.
  func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let post = Post(inbox: self, body)
    // Both orders are made under the lock of the global queue: else two posters could enter here
    // and there in different order, and one of them would be overtaken by itself.
    MainActorQueue.shared.enqueue {
      posts.withLock { $0.append(post) }
      return post
    }
  }

  /// Applies what waits, in order; what is left in the global queue does nothing then.
  @MainActor
  func applyAll() {
    while let post = posts.withLock({ $0.popFirst() }) {
      post.apply()
    }
  }

  @MainActor
  fileprivate func applyFirst(_ post: Post) {
    let first = posts.withLock { posts in
      posts.first === post ? posts.popFirst() : nil
    }
    first?.apply()
  }
}

/// One queued write.
private final class Post: MainActorQueueItem {
  private let inbox: PostInbox
  private let body: @MainActor @Sendable () -> Void

  init(inbox: PostInbox, _ body: @escaping @MainActor @Sendable () -> Void) {
    self.inbox = inbox
    self.body = body
  }

  /// Applies the post, unless a main-actor write has done so.
  func runInTurn() {
    inbox.applyFirst(self)
  }

  @MainActor
  func apply() {
    body()
  }
}
