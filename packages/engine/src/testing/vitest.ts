/** The entry `@sekisho/engine/testing/vitest`: the contract suites. They require Vitest. */
export { describeStateStore } from './describe-state-store.ts';
export type { OpenStateStore } from './state-store/store-bench.ts';
export { describeIntegration } from './describe-integration.ts';
export type { SuiteCall, SuiteConversation, SuiteOutcome, SuiteRig } from './describe-integration.ts';
