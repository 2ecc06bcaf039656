import { z } from 'zod';
import { canonicalJson } from '../checks/digest.ts';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import { Journal } from '../durable/journal.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { PRINCIPALS } from '../wire/principal.ts';
import type { PolicyResolver } from './policy-resolver.ts';
import { tightenedRun } from './run-settings.ts';

/** The prefix of the steps with settings that requests changed. The saved state contains them after the next wait. */
const CHANGED = 'settings:';

const changedSchema = z.object({
  policyProfile: z.string(),
  user: z.enum(PRINCIPALS),
  requireHumanApproval: z.boolean(),
  sessionData: z.unknown(),
});

/** Returns the write that stores the settings that a request changed, so that they apply also after a crash. */
export function changedSettings(journal: Journal, before: RunSettings, after: RunSettings): StoreWrite[] {
  const value = render(after);
  // Each process has its own epoch, and the step of the latest one counts.
  const name = `${CHANGED}${String(after.epoch).padStart(8, '0')}`;
  return value === render(before) ? [] : journal.write({ name, fingerprint: '', value });
}

/** Returns the settings of a run that a crash ended, with what requests had changed in it since its last wait. */
export async function withChangedSettings(
  settings: RunSettings,
  policies: PolicyResolver,
  context: EngineContext,
): Promise<RunSettings> {
  const steps = await context.store.getSteps(settings.runId, settings.segment);
  const changed = new Journal(context, settings, steps).all(CHANGED).at(-1);
  return changed === undefined
    ? settings
    : tightenedRun(settings, changedSchema.parse(JSON.parse(changed)), policies, context);
}

const render = ({ profile, user, requireHumanApproval, sessionData }: RunSettings) =>
  canonicalJson({ policyProfile: profile.name, user, requireHumanApproval, sessionData });
