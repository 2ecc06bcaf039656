import { flushCompileCache } from 'node:module';
import { openShop } from './shop-agents.ts';

/** For `sekisho worker`. */
export const { runner } = openShop(process.env);

// A killed process cannot clean up at its end.
flushCompileCache();
