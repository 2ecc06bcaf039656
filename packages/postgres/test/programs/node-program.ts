import { join } from 'node:path';

/** The arguments with which Node executes a source file of this repository. */
export const SOURCE_CONDITION = '--conditions=@sekisho/source';

/** Enables the compile cache of Node, which halves the start time of programs. */
export const FAST_START = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/sekisho-programs'),
};
