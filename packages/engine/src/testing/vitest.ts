/** The entry `@sekisho/engine/testing/vitest`: the contract suites. They require Vitest. */
export { describeStateStore } from './describe-state-store.ts';
export type { OpenStateStore } from './state-store/store-bench.ts';
