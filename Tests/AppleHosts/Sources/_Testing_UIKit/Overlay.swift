// The compiler imports this module wherever a file imports both Testing and UIKit. On Apple's
// systems, it attaches images to the results of tests, which these tests do not need.
