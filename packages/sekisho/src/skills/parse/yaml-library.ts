import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The YAML library, loaded by its first use: most programs that import this package have no skills. */
export function yamlLibrary(): typeof Yaml {
  const library: typeof Yaml = loaded ?? createRequire(import.meta.url)('yaml');
  loaded = library;
  return library;
}

let loaded: typeof Yaml | undefined;
