import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PARTS } from './parts.ts';

// Loaded with --import before a side. It replaces exports of one file, named by SEKISHO_BENCH_WITHOUT, so that production code
// needs no switches.
const part = PARTS[process.env['SEKISHO_BENCH_WITHOUT'] ?? ''];
if (part === undefined) throw new Error('SEKISHO_BENCH_WITHOUT names no part.');
const file = pathToFileURL(join(import.meta.dirname, '../..', part.file)).href;
const source = `import * as original from '${file}?original';
export * from '${file}?original';
${part.replacement}`;

registerHooks({
  load: (url, context, next) =>
    url === file ? { format: 'module', source, shortCircuit: true } : next(url, context),
});
