/** The kind of a directory entry. Listing a directory never follows links. */
export type SkillEntryKind = 'file' | 'directory' | 'link' | 'other';

/** One directory entry. */
export interface SkillDirectoryEntry {
  readonly name: string;
  readonly kind: SkillEntryKind;
}

/** The file system operations that loading and using skills require. */
export interface SkillFileSystem {
  /** Returns the path with all links resolved. */
  realPath(path: string): Promise<string>;
  list(path: string): Promise<SkillDirectoryEntry[]>;
  /**
   * Returns the bytes of a regular file. Rejects when the file is larger than the limit, or is a link, a pipe or a
   * device.
   */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
}
