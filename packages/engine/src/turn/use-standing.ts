import { storeUnusable } from '../durable/store-failure.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import type { ActiveRun } from './active-run.ts';
import type { JudgedCall } from './tool-call.ts';
import type { TurnDraft } from './turn-draft.ts';

/** Uses a standing permission that covers this call. Only the gate's own questions about values are covered. */
export async function useStanding(
  { context, settings }: ActiveRun,
  call: JudgedCall,
  draft: TurnDraft,
  askedBy: 'gate' | 'host',
): Promise<StartPermission | undefined> {
  const { profile, requireHumanApproval } = settings;
  if (askedBy === 'host' || requireHumanApproval || profile.standing_permissions === 'off') return undefined;
  // A limit of the run asks about the number of calls, not about their values.
  if (call.decision.rule_ids?.some((id) => id.startsWith('limit.'))) return undefined;
  const covered = call.coverage();
  if (!covered) return undefined;
  const texts = [covered.text, ...covered.patterns.map(({ text }) => text)];
  const permission = await context.permissions.find(texts).catch(storeUnusable);
  return permission && draft.useStanding(call, permission);
}
