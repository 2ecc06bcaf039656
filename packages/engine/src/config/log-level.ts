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
