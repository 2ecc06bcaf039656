/** Reads the environment. No other module does; the others receive the values they need. */
export function readEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
