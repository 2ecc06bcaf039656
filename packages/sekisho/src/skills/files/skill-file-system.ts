/** What stands under a name in a folder; a link is never followed by listing. */
export type SkillEntryKind = 'file' | 'directory' | 'link' | 'other';

/** One name in a folder. */
export interface SkillDirectoryEntry {
  readonly name: string;
  readonly kind: SkillEntryKind;
}

/** The few things that loading and using skills asks of a file system. */
export interface SkillFileSystem {
  /** The path with every link resolved. */
  realPath(path: string): Promise<string>;
  list(path: string): Promise<SkillDirectoryEntry[]>;
  /** The bytes of a regular file; rejects when it is larger, a link, a pipe or a device. */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
}
