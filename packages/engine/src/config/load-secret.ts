import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { propertyOf } from '../wire/json-value.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { Secrets } from './keyring.ts';

/**
 * Loads the secrets of this installation from `SEKISHO_SECRET` (base64url, at least 32 bytes each), or else from a file
 * that is created once and readable by its owner only. Processes that start at the same time use the same file. Several
 * secrets are listed newest first, separated by commas or line breaks. The prefix `retired:` marks a secret that no
 * longer opens sealed values.
 */
export function loadSecret(path: string, fromEnv: string | undefined): Secrets {
  if (fromEnv !== undefined && fromEnv !== '') return parseSecrets(fromEnv, 'SEKISHO_SECRET');
  const secret = readSecret(path);
  if (secret) return secret;
  if (existsSync(`${path}.locked`))
    throw new SekishoError(
      'AGENTS-E-STORE',
      `The key "${path}" is locked with a passphrase. Run "sekisho unlock", or use another folder.`,
    );
  return createSecret(path);
}

function readSecret(path: string): Secrets | undefined {
  try {
    return parseSecrets(readFileSync(path, 'utf8'), `The key file "${path}"`);
  } catch (cause) {
    if (cause instanceof SekishoError) throw cause;
    if (isMissing(cause)) return undefined;
    throw new SekishoError(
      'AGENTS-E-STORE',
      `The key file "${path}" cannot be read${codeOf(cause)}. ${REMEDY}`,
      { cause },
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
  throw new SekishoError('AGENTS-E-STORE', `The key file "${path}" was deleted while it was created.`);
}

/**
 * A hard link fails when the name exists, so the file of the first process is used and no process reads a partial key.
 */
function linkIfAbsent(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (propertyOf(cause, 'code') !== 'EEXIST') throw cause;
  }
}

function parseSecrets(text: string, source: string): Secrets {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const [current = '', ...older] = words;
  // The base64url decoder ignores the colon, so a retired key would be used as the current one.
  if (current.startsWith(RETIRED)) {
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      `${source} begins with a retired secret. Add a new secret before it.`,
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
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${source} contains a secret of ${secret.byteLength} bytes; at least 32 bytes in base64url are needed. Restore the secret of this store ` +
      'from your copy. To create one for a new store, run: node -p "crypto.randomBytes(32).toString(\'base64url\')"',
  );
}

const REMEDY =
  'Give this user permission to read and write the folder, or choose another folder with createRunner({ store: { directory } }) or SEKISHO_DIR.';

const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';

const RETIRED = 'retired:';

const isMissing = (cause: unknown) => propertyOf(cause, 'code') === 'ENOENT';

/**
 * Creates a folder for keys and records that only its owner can open, with a .gitignore that excludes its contents. An
 * existing folder is not changed.
 */
export function makePrivateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n');
}
