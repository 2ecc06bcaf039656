import { join } from 'node:path';

/** How node runs a source of this repository. */
export const SOURCE_CONDITION = '--conditions=@sekisho/source';

/** Makes programs start in half the time: what node has read of the sources is kept, and read again when they change. */
export const FAST_START = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/sekisho-programs'),
};
