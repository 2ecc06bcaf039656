import { RuleSafetyAgent } from '@sekisho/engine';
import type { AgentRunner } from '../runner/agent-runner.ts';
import { createRunner } from './create-runner.ts';

/**
 * Returns the runner of `run()`, `new Runner()` and the functions of this module: the rule judge with the embedded store.
 * The first call creates it, so importing this package has no effect.
 */
export function defaultRunner(): AgentRunner {
  current ??= createRunner({ safetyAgent: new RuleSafetyAgent() });
  return current;
}

/** Replaces the default runner. */
export function setDefaultRunner(runner: AgentRunner): void {
  current = runner;
}

let current: AgentRunner | undefined;

/** Sets the policy profile of the default runner. */
export const setPolicyProfile: AgentRunner['setPolicyProfile'] = (...args) =>
  defaultRunner().setPolicyProfile(...args);

/** Returns the pending approval requests. */
export const getPendingApprovals: AgentRunner['getPendingApprovals'] = (...args) =>
  defaultRunner().getPendingApprovals(...args);

/** Returns the complete values of an approval request, for the approver. */
export const readApproval: AgentRunner['readApproval'] = (...args) => defaultRunner().readApproval(...args);

/** Stores an approver's decision about one call. */
export const submitApproval: AgentRunner['submitApproval'] = (...args) =>
  defaultRunner().submitApproval(...args);

/** Stores a person's statement about a call whose outcome is unknown after a crash. */
export const resolveOutcome: AgentRunner['resolveOutcome'] = (...args) =>
  defaultRunner().resolveOutcome(...args);

/** Issues a new token for a decision whose token was lost. */
export const reissueToken: AgentRunner['reissueToken'] = (...args) => defaultRunner().reissueToken(...args);

/** Closes approval requests that received no decision in time. */
export const expireApprovals: AgentRunner['expireApprovals'] = (...args) =>
  defaultRunner().expireApprovals(...args);

/** Resumes a suspended run. */
export const resumeRun: AgentRunner['resumeRun'] = (...args) => defaultRunner().resumeRun(...args);

/** Stores a decision and resumes the run. */
export const approveAndResume: AgentRunner['approveAndResume'] = (...args) =>
  defaultRunner().approveAndResume(...args);

/** Resumes orphaned runs. */
export const recoverRuns: AgentRunner['recoverRuns'] = (...args) => defaultRunner().recoverRuns(...args);

/** Returns records of the audit log. */
export const getExecutionLogs: AgentRunner['getExecutionLogs'] = (...args) =>
  defaultRunner().getExecutionLogs(...args);

/** Verifies the audit log from its first record to its last. */
export const verifyExecutionLog: AgentRunner['verifyExecutionLog'] = (...args) =>
  defaultRunner().verifyExecutionLog(...args);

/** Allows this machine to write again after the store was restored from a backup. */
export const acceptRestore: AgentRunner['acceptRestore'] = (...args) =>
  defaultRunner().acceptRestore(...args);
