import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SekishoError } from '../errors/sekisho-error.ts';

/**
 * The one place that reads the environment. Everything else receives what it needs. A file is read only when the caller
 * names one, and never wins over a variable that is set.
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
