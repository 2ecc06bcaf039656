import { RuleSafetyAgent } from '../gate/rule-safety-agent.ts';
import type { AgentRunner } from '../runner/agent-runner.ts';
import { createRunner } from './create-runner.ts';

/**
 * The runner behind `run()`, `new Runner()` and the functions of this module: the rule judge and the embedded store.
 * It is made by its first use, so that importing this package does nothing.
 */
export function defaultRunner(): AgentRunner {
  current ??= createRunner({ safetyAgent: new RuleSafetyAgent() });
  return current;
}

/** Puts a runner of the host's own in the place of the default one. */
export function setDefaultRunner(runner: AgentRunner): void {
  current = runner;
}

let current: AgentRunner | undefined;

/** Sets the profile that the default runner judges by. */
export const setPolicyProfile: AgentRunner['setPolicyProfile'] = (...args) =>
  defaultRunner().setPolicyProfile(...args);

/** Everything that waits for a person. */
export const getPendingApprovals: AgentRunner['getPendingApprovals'] = (...args) =>
  defaultRunner().getPendingApprovals(...args);

/** The complete values of a request, for the person who decides. */
export const readApproval: AgentRunner['readApproval'] = (...args) => defaultRunner().readApproval(...args);

/** A person's yes or no to one call. */
export const submitApproval: AgentRunner['submitApproval'] = (...args) =>
  defaultRunner().submitApproval(...args);

/** A person's word on a call whose outcome a crash hid. */
export const resolveOutcome: AgentRunner['resolveOutcome'] = (...args) =>
  defaultRunner().resolveOutcome(...args);

/** A new token for a decision whose token was lost. */
export const reissueToken: AgentRunner['reissueToken'] = (...args) => defaultRunner().reissueToken(...args);

/** Closes the questions that nobody answered in time. */
export const expireApprovals: AgentRunner['expireApprovals'] = (...args) =>
  defaultRunner().expireApprovals(...args);

/** Continues a run that waited for a person. */
export const resumeRun: AgentRunner['resumeRun'] = (...args) => defaultRunner().resumeRun(...args);

/** Decides and continues in one step. */
export const approveAndResume: AgentRunner['approveAndResume'] = (...args) =>
  defaultRunner().approveAndResume(...args);

/** Takes up runs whose process died. */
export const recoverRuns: AgentRunner['recoverRuns'] = (...args) => defaultRunner().recoverRuns(...args);

/** The audit log. */
export const getExecutionLogs: AgentRunner['getExecutionLogs'] = (...args) =>
  defaultRunner().getExecutionLogs(...args);

/** Checks the audit log from its first record to its last. */
export const verifyExecutionLog: AgentRunner['verifyExecutionLog'] = (...args) =>
  defaultRunner().verifyExecutionLog(...args);

/** Lets this machine write again after the store was restored from a backup. */
export const acceptRestore: AgentRunner['acceptRestore'] = (...args) =>
  defaultRunner().acceptRestore(...args);
