import type { RunRecord } from '@sekisho/engine';
import { planned } from './planned.ts';
import type { PolicyResolver } from './policy-resolver.ts';
import type { Continuation } from './sealed-state.ts';
import { auditModeOf, type RunSettings, type SessionSettings } from './session-settings.ts';

/** Returns the settings of a resumed run, with the current policy. */
export async function resumedRun(
  run: Pick<RunRecord, 'run_id' | 'epoch'>,
  segment: number,
  continuation: Continuation,
  policies: PolicyResolver,
  settings: SessionSettings,
): Promise<RunSettings> {
  const { profile, version } = await planned('the run', () => policies.forRun(continuation.profile));
  return {
    runId: run.run_id,
    epoch: run.epoch + 1,
    segment,
    profile,
    policyVersion: version,
    user: settings.principals.of(undefined, continuation.user),
    requireHumanApproval: continuation.requireHumanApproval,
    auditMode: auditModeOf(settings, profile.name),
    counters: continuation.counters,
    marks: continuation.marks,
    sessionData: continuation.sessionData,
  };
}
