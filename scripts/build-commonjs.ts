import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  exports: z.record(
    z.string(),
    z.union([
      z.string(),
      z.object({
        require: z.object({ types: z.string(), default: z.string() }).optional(),
        types: z.string(),
        default: z.string(),
      }),
    ]),
  ),
});

/**
 * Writes what `require` leads to: files in `dist/cjs` that load the ES modules, so that a process has one copy of them, and
 * declarations that TypeScript reads as those of CommonJS modules, because the folder says so.
 */
export function buildCommonJs(folder: string): void {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const declarations = new Set<string>();
  for (const entry of Object.values(manifest.exports)) {
    if (typeof entry === 'string' || entry.require === undefined) continue;
    const file = join(folder, entry.require.default);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, loaderOf(relative(dirname(file), join(folder, entry.default))));
    if (existsSync(join(folder, entry.types))) collectDeclarations(join(folder, entry.types), declarations);
    writeFileSync(join(folder, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
  }
  for (const from of declarations) {
    const to = join(folder, 'dist/cjs', relative(join(folder, 'dist'), from));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

const loaderOf = (target: string) => `'use strict';
try {
  module.exports = require('${target.replaceAll('\\', '/')}');
} catch (error) {
  if (error.code !== 'ERR_REQUIRE_ESM') throw error;
  throw new Error(
    \`sekisho is an ES module. require() loads it from Node.js 22.13 on; this is \${process.version}. Update Node.js, or use import.\`,
    { cause: error },
  );
}
`;

/** A declaration file and all that it leads to. */
function collectDeclarations(file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  const targets = readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()["'](\.[^"']+)\.ts["']/g);
  for (const [, target = ''] of targets) collectDeclarations(join(dirname(file), `${target}.d.ts`), found);
}
