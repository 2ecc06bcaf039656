/** The entry `@sekisho/engine/testing`: tools for testing agents. It works with any test runner. */
export { judge } from './judge.ts';
export { crashableStore } from './crashable-store.ts';
