// The Swift blocks of the article on the system that need UIKit, word for word.
import AVFoundation
import KalugaArchitecture
import KalugaSystem
import Testing
import UIKit

@MainActor
func makeSystemDriver() -> NavigationDriver<NotesScreen> {
  let driver = makeNotesDriver()
  _ = driver.carryOutSystemEffects()  // for as long as the driver lives
  _ = driver.onEffect(PermissionRequest.self) { request throws(NavigationError) in
    guard request == .camera else { throw .unavailable(effect: request.permission) }
    return await AVCaptureDevice.requestAccess(for: .video) ? .granted : .denied
  }
  return driver
}

@MainActor
struct SystemSamplesTests {
  @Test func `the driver of the article opens links and asks for the camera`() async throws {
    let driver = makeSystemDriver()
    driver.start()
    let page = try driver.perform(.launch(try SystemLink.browser("https://a.nl")))
    #expect(await page.outcome == .done)
    let answer = PermissionRequest.Answer.self
    let camera = try driver.perform(.launch(PermissionRequest.camera), for: answer)
    #expect(await camera.outcome == .finished(.granted))
    let contacts = try driver.perform(.launch(PermissionRequest.contacts), for: answer)
    #expect(await contacts.outcome == .refused(.unavailable(effect: "contacts")))
  }
}
