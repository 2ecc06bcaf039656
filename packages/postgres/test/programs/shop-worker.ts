import { openShop } from './shop-agents.ts';

/** For `sekisho worker`. */
export const { runner } = openShop(process.env);
