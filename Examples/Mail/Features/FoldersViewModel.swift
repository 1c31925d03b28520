package import KalugaArchitecture

package struct ShowFolder: NavigationAction, Equatable { package let folder: Folder }

/// The folders.
package final class FoldersViewModel: NavigatingViewModel<ShowFolder> {
  package func folderTapped(_ folder: Folder) throws(NavigationError) {
    try navigator.navigate(ShowFolder(folder: folder))
  }
}
