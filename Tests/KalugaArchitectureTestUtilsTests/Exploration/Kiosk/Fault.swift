/// A fault that can be planted in the kiosk; `PlantedFault.all` describes each.
enum Fault: CaseIterable {
  case helpReplacesTheList, helpSwallowsBack
  case helpOpensHelp
  case nothingLeadsToHelp
  case soldOutArticleIsOffered, orderIsCancelled
  case noteIsNotSaved
  case amountIsNotSaved, amountDoesNotEncode, amountDoesNotDecode, articleDoesNotDecode
  case resultIsRegisteredLate, orderIsRepeated
  case pauseResetsAmount, loadingEndsInBackground, collectorsPileUp
  case basketResumesItself, listResumesItself, itemPausesItself
  case closuresFormACycle, serviceRetainsItem
  case uploadIgnoresCancellation
  case anyoneMayOpenScreens
  case linkNamesTheNextArticle, linksCollide, guardMisleadsLinks
  case linkForgetsTheList
  case startFails
  case limitIsOffByOne, requestsAreRepeated
  case crash
}
