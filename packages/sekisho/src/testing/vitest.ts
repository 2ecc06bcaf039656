/** The entry `sekisho/testing/vitest`: the contract suites for stores and runners. They require Vitest. */
export { describeMediation, MEDIATION_CASES, type MakeRunner } from './describe-mediation.ts';
export type { MediationCase, PreparedCase } from './mediation/mediation-case.ts';
export { describeAuthority } from './describe-authority.ts';
export type { TamperedDatabase } from './authority/tampered-database.ts';
export { describeStateStore, type OpenStateStore } from '@sekisho/engine/testing/vitest';
