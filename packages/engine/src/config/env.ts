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

/**
 * The values of AGENTS_LOG_LEVEL, from the least to the most detailed. Only `debug` writes log lines. Warnings are Node
 * process warnings at every level.
 */
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Returns the level set in the environment, or `info`. `problem` describes an invalid value. */
export function readLogLevel(env: Readonly<Record<string, string | undefined>>): {
  readonly level: LogLevel;
  readonly problem?: string;
} {
  const text = env['AGENTS_LOG_LEVEL']?.trim().toLowerCase() ?? '';
  if (text === '') return { level: 'info' };
  const level = LOG_LEVELS.find((each) => each === text);
  if (level) return { level };
  const problem = `AGENTS_LOG_LEVEL is not a level: use ${LOG_LEVELS.join(', ')}. "info" is used.`;
  return { level: 'info', problem };
}
