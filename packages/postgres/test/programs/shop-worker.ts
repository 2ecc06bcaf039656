import { flushCompileCache } from 'node:module';
import { openShop } from './shop-agents.ts';

/** For `sekisho worker`. */
export const { runner } = openShop(process.env);

// Whoever is killed keeps nothing at its end.
flushCompileCache();
