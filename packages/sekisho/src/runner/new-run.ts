import { randomUUID } from 'node:crypto';
import { planned } from './planned.ts';
import type { PolicyResolver } from './policy-resolver.ts';
import type { RunRequest } from './run-request.ts';
import { auditModeOf, type RunSettings, type SessionSettings } from './session-settings.ts';

/** Returns the settings of a new run. */
export async function newRun(
  extensions: RunRequest['extensions'],
  policies: PolicyResolver,
  settings: SessionSettings,
  agentName: string,
): Promise<RunSettings> {
  const { profile, version } = await planned('the run', () => policies.forRun(extensions.policyProfile));
  return {
    runId: `run_${randomUUID()}`,
    epoch: 1,
    segment: 0,
    profile,
    policyVersion: version,
    user: settings.principals.of(agentName, extensions.user),
    requireHumanApproval: extensions.requireHumanApproval ?? false,
    auditMode: auditModeOf(settings, profile.name),
    sessionData: extensions.sessionData,
  };
}
