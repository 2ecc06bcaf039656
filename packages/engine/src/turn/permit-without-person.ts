import { storeUnusable } from '../durable/store-failure.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import type { ActiveRun } from './active-run.ts';
import type { JudgedCall } from './tool-call.ts';
import type { TurnDraft } from './turn-draft.ts';

/** Returns the permission of a call that would need a person: a standing permission covers it, or the reviewer allows it. */
export async function permitWithoutPerson(
  run: ActiveRun,
  call: JudgedCall,
  draft: TurnDraft,
  askedBy: 'gate' | 'host',
): Promise<StartPermission | undefined> {
  // A limit concerns the number of calls, not their values, and the policy of a tool belongs to its host: a person decides both.
  const isLimit = call.decision.rule_ids?.some((id) => id.startsWith('limit.'));
  if (askedBy === 'host' || run.settings.requireHumanApproval || isLimit === true) return undefined;
  return (await useStanding(run, call, draft)) ?? (await useReview(run, call, draft));
}

/** Uses a standing permission that covers this call. Only the gate's own questions about values are covered. */
async function useStanding(
  { context, settings }: ActiveRun,
  call: JudgedCall,
  draft: TurnDraft,
): Promise<StartPermission | undefined> {
  if (settings.profile.standing_permissions === 'off') return undefined;
  const covered = call.coverage();
  if (!covered) return undefined;
  const texts = [covered.text, ...covered.patterns.map(({ text }) => text)];
  const use = { runId: settings.runId, key: call.key };
  const permission = await context.permissions.take(texts, use).catch(storeUnusable);
  if (!permission) return undefined;
  // Untrusted text may have arrived in the meantime.
  if (call.coverage()?.text === covered.text) return draft.useStanding(call, permission);
  context.permissions.release(permission, use);
  return undefined;
}

/**
 * Lets the reviewer decide instead of a person: only the gate's own questions of risk 3 or less that a grant could cover, so
 * neither payments, commands and rights nor calls under an alarm. Any failure leaves the decision to the person.
 */
async function useReview(
  { context, settings, plan }: ActiveRun,
  call: JudgedCall,
  draft: TurnDraft,
): Promise<StartPermission | undefined> {
  const { decision, request } = call;
  if (!context.reviewer || !request || decision.risk_level > MAX_REVIEWED_RISK) return undefined;
  if (settings.profile.named_approver || !call.coverage()) return undefined;
  try {
    const signal = AbortSignal.timeout(context.planTimeoutMs);
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The reviewer did not respond in time.')));
    });
    const asked = { request, decision, plan: plan.current };
    const verdict = await Promise.race([context.reviewer.review(asked, signal), late]);
    // Untrusted text may have arrived in the meantime.
    const isAllowed = verdict.decision === 'allow' && call.coverage() !== undefined;
    return isAllowed ? draft.useReview(call, verdict.reason) : undefined;
  } catch {
    return undefined;
  }
}

const MAX_REVIEWED_RISK = 3;
