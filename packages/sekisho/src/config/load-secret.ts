import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SekishoError } from '../errors/sekisho-error.ts';
import { makePrivateFolder } from './make-private-folder.ts';
import type { Secrets } from './secrets.ts';

/**
 * The secrets of this installation: from `SEKISHO_SECRET` (base64url, 32 bytes or more each), else from a file that is
 * made once and readable by its owner only. Processes that start at the same time agree on one file. Several secrets
 * stand newest first, with commas or line breaks between; `retired:` before one says that it opens nothing any more.
 */
export function loadSecret(path: string, fromEnv: string | undefined): Secrets {
  if (fromEnv !== undefined && fromEnv !== '') return parseSecrets(fromEnv, 'SEKISHO_SECRET');
  return readSecret(path) ?? createSecret(path);
}

function readSecret(path: string): Secrets | undefined {
  try {
    return parseSecrets(readFileSync(path, 'utf8'), path);
  } catch (cause) {
    if (cause instanceof SekishoError) throw cause;
    if (isMissing(cause)) return undefined;
    throw new SekishoError(
      'AGENTS-E-STORE',
      `The key file "${path}" cannot be read${codeOf(cause)}. ${REMEDY}`,
      {
        cause,
      },
    );
  }
}

function createSecret(path: string): Secrets {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    makePrivateFolder(dirname(path));
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, randomBytes(32).toString('base64url'));
    fsyncSync(file);
    closeSync(file);
    chmodSync(draft, 0o600);
    linkIfAbsent(draft, path);
    unlinkSync(draft);
  } catch (cause) {
    throw new SekishoError(
      'AGENTS-E-STORE',
      `The key file "${path}" cannot be written${codeOf(cause)}. ${REMEDY}`,
      { cause },
    );
  }
  const secret = readSecret(path);
  if (secret) return secret;
  throw new SekishoError('AGENTS-E-STORE', `The key file "${path}" vanished while it was made.`);
}

/** A hard link fails when the name exists, so the first process wins and nobody sees half a key. */
function linkIfAbsent(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (!(cause instanceof Error && Reflect.get(cause, 'code') === 'EEXIST')) throw cause;
  }
}

function parseSecrets(text: string, source: string): Secrets {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const [current = '', ...older] = words;
  // The decoder passes over the colon, and a key that may be known to others would write again in disguise.
  if (current.startsWith(RETIRED)) {
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      `The first secret of ${source} is retired. Put a new one before it.`,
    );
  }
  const decode = (word: string) => checked(Buffer.from(word, 'base64url'), source);
  return {
    current: decode(current),
    previous: older.filter((word) => !word.startsWith(RETIRED)).map(decode),
    retired: older
      .filter((word) => word.startsWith(RETIRED))
      .map((word) => decode(word.slice(RETIRED.length))),
  };
}

function checked(secret: Buffer, source: string): Uint8Array {
  if (secret.byteLength >= 32) return secret;
  throw new SekishoError('AGENTS-E-RUNNER-CONFIG', `${source} must hold at least 32 bytes in base64url.`);
}

const REMEDY =
  'Give this user the right to read and write there, or choose another folder with createRunner({ store: { directory } }) or SEKISHO_DIR.';

const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';

const RETIRED = 'retired:';

const isMissing = (cause: unknown) => cause instanceof Error && Reflect.get(cause, 'code') === 'ENOENT';
