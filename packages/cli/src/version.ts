import { createRequire } from 'node:module';

/** Returns the version of this package. By name, because the built file is in another folder than the source. */
export function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@sekisho/cli/package.json');
  return String(Object(manifest).version);
}
