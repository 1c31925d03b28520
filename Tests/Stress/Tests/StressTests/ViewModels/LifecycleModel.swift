import KalugaArchitecture

/// What a family of view models should do, in the simplest words; calls nothing of the library.
struct LifecycleModel {
  struct Member {
    var stage = LifecycleStage.created
    var parent: Int?
    var children: [Int] = []
    var lifeResources: [Int] = []
    var resumedResources: [Int] = []
  }

  private(set) var members: [Member]
  private(set) var story: [String] = []

  init(count: Int) {
    members = Array(repeating: Member(), count: count)
  }

  func isAncestor(_ ancestor: Int, of member: Int) -> Bool {
    var next: Int? = member
    while let current = next {
      if current == ancestor { return true }
      next = members[current].parent
    }
    return false
  }

  mutating func resume(_ member: Int) {
    guard [.created, .paused].contains(members[member].stage) else { return }
    members[member].stage = .resumed
    story.append("+\(member)")
    for child in members[member].children { resume(child) }
  }

  mutating func pause(_ member: Int) {
    guard members[member].stage == .resumed else { return }
    for child in members[member].children.reversed() { pause(child) }
    story.append("-\(member)")
    end(members[member].resumedResources)
    members[member].resumedResources = []
    members[member].stage = .paused
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
    switch members[parent].stage {
    case .cleared: clear(child)
    case .resumed:
      join(parent, child)
      resume(child)
    case .created, .paused:
      join(parent, child)
      pause(child)
    }
  }

  private mutating func join(_ parent: Int, _ child: Int) {
    members[child].parent = parent
    members[parent].children.append(child)
  }

  mutating func release(_ parent: Int, _ child: Int) {
    guard members[child].parent == parent else { return }
    members[child].parent = nil
    members[parent].children.removeAll { $0 == child }
    pause(child)
  }

  mutating func addToLife(_ member: Int, _ resource: Int) {
    if members[member].stage == .cleared {
      end([resource])
    } else {
      members[member].lifeResources.append(resource)
    }
  }

  mutating func addToResumed(_ member: Int, _ resource: Int) {
    if members[member].stage == .resumed {
      members[member].resumedResources.append(resource)
    } else {
      end([resource])
    }
  }

  private mutating func end(_ resources: [Int]) {
    for resource in resources { story.append("resource \(resource)") }
  }
}
