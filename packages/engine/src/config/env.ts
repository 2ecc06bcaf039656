import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SekishoError } from '../errors/sekisho-error.ts';

/**
 * Reads the environment; no other module does. A file is read only when the caller names one, and a variable that is
 * set takes precedence over the file.
 */
export function readEnv(envFile?: string): Readonly<Record<string, string | undefined>> {
  return envFile === undefined ? process.env : { ...readEnvFile(envFile), ...process.env };
}

function readEnvFile(path: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new SekishoError('AGENTS-E-PROVIDER-CONFIG', `The envFile "${path}" cannot be read.`, { cause });
  }
}
