const KINDS = [
  'create',
  'write',
  'truncate',
  'sync-begin',
  'sync-end',
  'sync-failed',
  'unlink',
  'rename',
  'make-folder',
] as const;

/** One operation on a file, as `file-trace.c` recorded it. */
export interface FileOperation {
  readonly kind: (typeof KINDS)[number];
  readonly isMainThread: boolean;
  readonly inode: bigint;
  /** The position of a write, the size of a truncated file, or the number of a sync. */
  readonly offset: bigint;
  readonly path: string;
  readonly data: Buffer;
}

const HEADER_BYTES = 32;

/** Parses a trace. A record that a killed process did not complete is left out. */
export function readTrace(trace: Buffer): FileOperation[] {
  const operations: FileOperation[] = [];
  for (let at = 0; at + HEADER_BYTES <= trace.length;) {
    const kind = KINDS[trace.readUInt32LE(at) - 1];
    const pathStart = at + HEADER_BYTES;
    const dataStart = pathStart + trace.readUInt32LE(at + 24);
    const end = dataStart + trace.readUInt32LE(at + 28);
    if (kind === undefined) throw new Error(`The trace is damaged at ${at}.`);
    if (end > trace.length) break;
    operations.push({
      kind,
      isMainThread: trace.readUInt32LE(at + 4) === 1,
      inode: trace.readBigUInt64LE(at + 8),
      offset: trace.readBigUInt64LE(at + 16),
      path: trace.toString('utf8', pathStart, dataStart),
      data: trace.subarray(dataStart, end),
    });
    at = end;
  }
  return operations;
}
