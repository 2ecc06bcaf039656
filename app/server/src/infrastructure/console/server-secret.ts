import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const SHORTEST = 32;

/**
 * The secret of this installation, from the settings or from a file that is made once and readable by its owner only.
 * The file is the one that the embedded store of the package uses too.
 */
export function readServerSecret(path: string, fromSettings: string | undefined): Uint8Array {
  if (fromSettings !== undefined) return decode(fromSettings, 'SEKISHO_SECRET');
  try {
    return decode(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(SHORTEST).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Fails when the name exists: of several servers that start at once, the first one's secret counts.
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return decode(readFileSync(path, 'utf8'), path);
}

function decode(text: string, source: string): Uint8Array {
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.byteLength >= SHORTEST) return secret;
  throw new Error(`${source} must hold at least ${SHORTEST} bytes in base64url.`);
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && Reflect.get(error, 'code') === code;
