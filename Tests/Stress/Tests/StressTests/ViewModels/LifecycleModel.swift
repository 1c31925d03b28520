import KalugaArchitecture

/// A simple model of a family of view models, which calls nothing of the library.
struct LifecycleModel {
  struct Member {
    var stage = LifecycleStage.created
    var parent: Int?
    var children: [Int] = []
    var lifeResources: [Int] = []
    var visibleResources: [Int] = []
    var resumedResources: [Int] = []
  }

  private(set) var members: [Member]
  private(set) var story: [String] = []

  init(count: Int) {
    members = Array(repeating: Member(), count: count)
  }

  func isAncestor(_ ancestor: Int, of member: Int) -> Bool {
    ancestor == member || members[member].parent.map { isAncestor(ancestor, of: $0) } ?? false
  }

  mutating func resume(_ member: Int) {
    switch members[member].stage {
    case .created, .paused: story.append("(\(member)")
    case .visible: break
    case .resumed, .cleared: return
    }
    members[member].stage = .resumed
    story.append("+\(member)")
    for child in members[member].children { resume(child) }
  }

  /// Makes visible what was hidden or resumed.
  mutating func show(_ member: Int) {
    if members[member].stage == .resumed { return cover(member) }
    guard [.created, .paused].contains(members[member].stage) else { return }
    members[member].stage = .visible
    story.append("(\(member)")
    for child in members[member].children { show(child) }
  }

  /// Makes visible what was resumed.
  private mutating func cover(_ member: Int) {
    guard members[member].stage == .resumed else { return }
    for child in members[member].children.reversed() { cover(child) }
    endResume(of: member)
  }

  mutating func pause(_ member: Int) {
    guard [.visible, .resumed].contains(members[member].stage) else { return }
    for child in members[member].children.reversed() { pause(child) }
    endResume(of: member)
    story.append(")\(member)")
    end(members[member].visibleResources)
    members[member].visibleResources = []
    members[member].stage = .paused
  }

  private mutating func endResume(of member: Int) {
    guard members[member].stage == .resumed else { return }
    story.append("-\(member)")
    end(members[member].resumedResources)
    members[member].resumedResources = []
    members[member].stage = .visible
  }

  mutating func clear(_ member: Int) {
    guard members[member].stage != .cleared else { return }
    pause(member)
    for child in members[member].children.reversed() {
      members[child].parent = nil
      clear(child)
    }
    members[member].children = []
    end(members[member].lifeResources)
    members[member].lifeResources = []
    members[member].stage = .cleared
    story.append("×\(member)")
  }

  mutating func adopt(_ parent: Int, _ child: Int) {
    guard parent != child, members[child].parent != parent else { return }
    if let old = members[child].parent { release(old, child) }
    if members[parent].stage == .cleared { return clear(child) }
    members[child].parent = parent
    members[parent].children.append(child)
    switch members[parent].stage {
    case .resumed: resume(child)
    case .visible: show(child)
    case .created, .paused, .cleared: pause(child)
    }
  }

  mutating func release(_ parent: Int, _ child: Int) {
    guard members[child].parent == parent else { return }
    members[child].parent = nil
    members[parent].children.removeAll { $0 == child }
    pause(child)
  }

  mutating func addToLife(_ resource: Int, of member: Int) {
    if members[member].stage == .cleared { return end([resource]) }
    members[member].lifeResources.append(resource)
  }

  mutating func addToVisible(_ resource: Int, of member: Int) {
    guard [.visible, .resumed].contains(members[member].stage) else { return end([resource]) }
    members[member].visibleResources.append(resource)
  }

  mutating func addToResumed(_ resource: Int, of member: Int) {
    guard members[member].stage == .resumed else { return end([resource]) }
    members[member].resumedResources.append(resource)
  }

  private mutating func end(_ resources: [Int]) {
    for resource in resources { story.append("resource \(resource)") }
  }
}
