import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/**
 * Returns the YAML library. It is loaded at its first use, because most programs that import this package use no
 * skills.
 */
export function yamlLibrary(): typeof Yaml {
  const library: typeof Yaml = loaded ?? createRequire(import.meta.url)('yaml');
  loaded = library;
  return library;
}

let loaded: typeof Yaml | undefined;
