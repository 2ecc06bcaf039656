/** The entry `sekisho/testing/vitest`: the contract suite of stores. It requires Vitest. */
export { describeStateStore, type OpenStateStore } from '@sekisho/engine/testing/vitest';
