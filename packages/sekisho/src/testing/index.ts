/** The public entry `sekisho/testing`: suites for adapters and runners, and fakes to test agents with. */
export { describeMediation, MEDIATION_CASES, type MakeRunner } from './describe-mediation.ts';
export type { MediationCase, PreparedCase } from './mediation/mediation-case.ts';
export { describeAuthority } from './describe-authority.ts';
export type { TamperedDatabase } from './authority/tampered-database.ts';
export { describeStateStore } from './describe-state-store.ts';
export type { OpenStateStore } from './state-store/store-bench.ts';
export { installHooksForSuite } from './install-hooks-for-suite.ts';
export { judge } from './judge.ts';
export {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedItem,
  type ScriptedModel,
  type ScriptedStep,
} from './scripted-model.ts';
