/// A key of the prompt, named by what it does to the line.
enum EditingKey: Hashable {
  /// Characters that were typed.
  case text(String)
  /// Text that was pasted; its line breaks are line feeds and do not enter the line.
  case paste(String)
  case enter
  case complete

  case left, right
  case wordLeft, wordRight
  case start, end
  case previousLine, nextLine

  case deleteLeft, deleteRight
  case cutWordLeft, cutWordRight
  case cutToStart, cutToEnd
  case insertCut

  /// Ctrl-D: deletes the next character, or ends the input if the line is empty.
  case deleteOrEnd
  case clearWindow
  /// Closes the list of completions, like every key.
  case escape
}
