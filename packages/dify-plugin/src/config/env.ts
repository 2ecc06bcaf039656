/** The one place that reads the environment. Everything else receives what it needs. */
export function readEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
