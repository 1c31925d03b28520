/// A fault that can be planted in the kiosk; `PlantedFault.all` describes each.
enum Fault {
  case helpReplacesTheList, helpSwallowsBack
  case nothingLeadsToHelp
  case soldOutArticleIsOffered, orderIsCancelled
  case amountIsNotSaved, amountDoesNotDecode, resultIsRegisteredLate
  case pauseResetsAmount, loadingEndsInBackground, loadingEndsUnderCover
  case basketResumesItself, basketHidesItself, listResumesItself, itemPausesItself
  case closureRetainsItem, serviceRetainsItem
  case uploadIgnoresCancellation
  case anyoneMayOpenScreens
  case linkNamesTheNextArticle, guardMisleadsLinks
  case linkForgetsTheList
  case startFails
  case limitIsOffByOne
  case crash
}
