/// Everything a run reads, in the order in which it is read, and what was left aside on the way.
package struct LogInputs: Sendable, Equatable {
  /// The inputs: in the order of the arguments, those of a folder sorted by the bytes of their paths.
  package var inputs: [LogInput] = []
  /// Files and folders that were found and not read, each with its reason.
  package var passedOver: [PassedOver] = []

  /// Finds what the user named: files, folders (read whole, with everything below them), `-` for standard input.
  ///
  /// A file that is named twice, or found again through a link or its folder, is read once.
  ///
  /// - Parameter arguments: paths as they stand on the command line.
  /// - Throws: what is missing, cannot be read, or is a folder without logs.
  package static func find(_ arguments: [String]) throws(LogInputError) -> LogInputs {
    var found = LogInputs()
    var identities: Set<FileStatus.Identity> = []
    for argument in arguments {
      if argument == "-" {
        if !found.inputs.contains(.standardInput) { found.inputs.append(.standardInput) }
        continue
      }
      let location = FilePathBytes(argument)
      guard let status = FileStatus(of: location) else {
        throw FileStatus.failure(name: location.displayName)
      }
      switch status.kind {
      case .folder:
        try found.add(folder: location, identities: &identities)
      case .regular:
        found.add(file: location, status: status, identities: &identities)
      case .other:
        found.inputs.append(location.input(kind: .stream, size: nil))
      }
    }
    return found
  }

  /// Adds a regular file, unless it is there already.
  private mutating func add(
    file location: FilePathBytes, status: FileStatus, identities: inout Set<FileStatus.Identity>
  ) {
    guard identities.insert(status.identity).inserted else {
      passedOver.append(PassedOver(name: location.displayName, reason: .alreadyRead))
      return
    }
    inputs.append(location.input(kind: .file, size: status.size))
  }

  /// Adds all logs below a folder.
  private mutating func add(
    folder: FilePathBytes, identities: inout Set<FileStatus.Identity>
  ) throws(LogInputError) {
    let listing = try FolderListing(of: folder)
    passedOver += listing.passedOver
    guard !listing.files.isEmpty else {
      throw .noLogs(name: folder.displayName, passedOver: listing.passedOver.count)
    }
    for file in listing.files {
      add(file: file.location, status: file.status, identities: &identities)
    }
  }
}

extension FilePathBytes {
  /// The input that stands at this path.
  fileprivate func input(kind: LogInput.Kind, size: Int?) -> LogInput {
    LogInput(name: displayName, path: resolved?.text ?? text, kind: kind, size: size, location: self)
  }
}
