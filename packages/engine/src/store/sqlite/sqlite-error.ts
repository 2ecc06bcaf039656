import { SekishoError } from '../../errors/sekisho-error.ts';

const PRIMARY_CODES: ReadonlyMap<number, string> = new Map([
  [5, 'is locked by another process'],
  [6, 'is locked by another process'],
  [8, 'is read-only'],
  [10, 'could not be read or written'],
  [11, 'is damaged'],
  [13, 'is on a disk that is full'],
  [14, 'could not be opened'],
  [26, 'is not a SQLite database'],
]);

/** Converts an error of the driver or the file system to an error of this package. */
export function sqliteError(error: unknown, path: string): SekishoError {
  if (error instanceof SekishoError) return error;
  const reason =
    PRIMARY_CODES.get(primaryCode(error) ?? -1) ??
    (isAccess(error) ? 'cannot be written' : 'could not execute the operation');
  return new SekishoError(
    'AGENTS-E-STORE',
    `The store "${path}" ${reason}. None of these writes was stored. ${isAccess(error) ? MOVE : 'Check the disk and the permissions, then try again.'}`,
    { cause: error },
  );
}

const MOVE =
  'Give this user permission to write to the folder, or choose another folder with createRunner({ store: { directory } }) or SEKISHO_DIR.';

function isAccess(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return [8, 14].includes(primaryCode(error) ?? -1) || ACCESS_CODES.has(String(code));
}

const ACCESS_CODES: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR']);

/** Creates the error for a store whose disk did not confirm a sync. */
export function failedSyncError(error: unknown, path: string): SekishoError {
  return new SekishoError(
    'AGENTS-E-STORE',
    `The disk of the store "${path}" did not confirm the last writes. They may be stored or lost, and the store accepts no further work. Check the disk, then restart the process or open the store again.`,
    { cause: error },
  );
}

/** Returns whether a file could not be read, written or synced. */
export function isIoError(error: unknown): boolean {
  return primaryCode(error) === 10;
}

/** Returns whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5;
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  // The upper bytes contain the extended code.
  return error.errcode & 0xff;
}
