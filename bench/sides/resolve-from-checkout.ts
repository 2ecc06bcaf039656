import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Loaded with --import before a program of this folder. The program then imports packages, such as `sekisho`, from the
// checkout in SEKISHO_BENCH_CHECKOUT; files of that checkout resolve their own imports as usual.
const bench = pathToFileURL(join(import.meta.dirname, '../')).href;
const checkout = process.env['SEKISHO_BENCH_CHECKOUT'];
if (checkout === undefined) throw new Error('SEKISHO_BENCH_CHECKOUT is not set.');
const parentURL = pathToFileURL(join(checkout, 'bench/package.json')).href;

registerHooks({
  resolve: (specifier, context, next) => {
    const isPackage = /^[@a-z]/.test(specifier) && !specifier.startsWith('node:');
    const isOwn = context.parentURL?.startsWith(bench) === true;
    return next(specifier, isPackage && isOwn ? { ...context, parentURL } : context);
  },
});
