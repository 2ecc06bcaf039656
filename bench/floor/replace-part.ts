import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { partsOf } from './parts.ts';

// Loaded with --import before a side. It replaces exports of the parts that SEKISHO_BENCH_WITHOUT names, so that production
// code needs no switches.
const sources = new Map(
  partsOf(process.env['SEKISHO_BENCH_WITHOUT'] ?? '').map(({ file, replacement }) => {
    const url = pathToFileURL(join(import.meta.dirname, '../..', file)).href;
    const source = `import * as original from '${url}?original';
export * from '${url}?original';
${replacement}`;
    return [url, source];
  }),
);

registerHooks({
  load: (url, context, next) => {
    const source = sources.get(url);
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
