import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { decidedApproval, extendedApproval } from '../decided-approval.ts';
import type { StoreWrite } from '../state-store.ts';
import { expiryOf } from '../store-time.ts';
import { storedText as text } from '../stored-text.ts';
import type { LogAppender } from './log-appender.ts';
import { readApproval } from './read-rows.ts';
import type { WriteStatements } from './write-statements.ts';

/** The open transaction and its time. */
export interface WriteContext {
  readonly statements: WriteStatements;
  readonly log: LogAppender;
  readonly now: number;
  readonly iso: string;
}

/** Applies one kind of write. Returns false when its condition does not hold. */
type Apply<Kind extends StoreWrite['kind']> = (
  statements: WriteStatements,
  write: Extract<StoreWrite, { readonly kind: Kind }>,
  context: WriteContext,
) => boolean;

const APPLY: { readonly [Kind in StoreWrite['kind']]: Apply<Kind> } = {
  'run.open': ({ openRun }, { run }, { iso }) => {
    const { status, segment, epoch, state } = run;
    const names = [text(run.owner), text(run.agent_name), text(run.sdk_version)] as const;
    return openRun(text(run.run_id), status, segment, epoch, ...names, state, text(run.application), iso);
  },
  'run.guard': ({ guardRun }, { run_id, epoch }) => guardRun(text(run_id), epoch),
  'run.suspend': ({ suspendRun }, { state, run_id, epoch }, { iso }) =>
    suspendRun(state, iso, text(run_id), epoch),
  'run.claim': ({ claimRun }, { advance, owner, run_id, epoch, from }, { iso }) =>
    claimRun(advance, text(owner), iso, text(run_id), epoch, from),
  'run.adopt': ({ adoptRun }, { application, state, run_id, epoch }, { iso }) =>
    adoptRun(text(application), state, iso, text(run_id), epoch),
  'run.finish': ({ finishRun }, { status, run_id, epoch }, { iso }) =>
    finishRun(status, iso, text(run_id), epoch),
  'step.put': ({ putStep }, { step: { run_id, segment, name, fingerprint, value } }) => {
    putStep(text(run_id), segment, text(name), text(fingerprint), text(value));
    return true;
  },
  'effect.start': ({ startEffect }, { effect: given }) => {
    const { run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch } = given;
    const ids = [text(run_id), text(call_key), text(tool_call_id), text(tool_id)] as const;
    return startEffect(...ids, effect, text(args_digest), epoch);
  },
  'effect.end': ({ endEffect }, { result, run_id, call_key, epoch }) =>
    endEffect(result, text(run_id), text(call_key), epoch),
  'effect.lose': ({ loseEffect }, { run_id, call_key }) => loseEffect(text(run_id), text(call_key)),
  'effect.settle': ({ forgetEffect, settleEffect }, { run_id, call_key, result }) =>
    result === null
      ? forgetEffect(text(run_id), text(call_key))
      : settleEffect(result, text(run_id), text(call_key)),
  'approval.create': ({ createApproval }, { approval }) => {
    createApproval(
      text(approval.approval_id),
      text(approval.run_id),
      approval.status,
      JSON.stringify(approval),
    );
    return true;
  },
  'approval.decide': (statements, write, context) =>
    changeApproval(statements, write, (approval) => decidedApproval(approval, write, context)),
  'approval.extend': (statements, write, { now }) =>
    changeApproval(statements, write, (approval) => extendedApproval(approval, write.expires_at, now)),
  'approval.use': (statements, write, { iso }) =>
    changeApproval(statements, write, (approval) => {
      if (approval.status !== 'approved' || approval.used_at !== undefined) return undefined;
      return approval.action_digest === write.action_digest ? { ...approval, used_at: iso } : undefined;
    }),
  'token.issue': ({ issueToken }, { token_hash, run_id, approval_id, ttl_ms }, { now }) => {
    issueToken(text(token_hash), text(run_id), text(approval_id), now + ttl_ms);
    return true;
  },
  'token.use': ({ useToken }, { token_hash, run_id }, { now }) =>
    useToken(now, text(token_hash), text(run_id)),
  'grant.give': ({ giveGrant }, { grant }) => {
    const { grant_id, run_id, uses_left, expires_at } = grant;
    giveGrant(text(grant_id), text(run_id), uses_left, expiryOf(expires_at), JSON.stringify(grant));
    return true;
  },
  'grant.use': ({ useGrant }, { grant_id }, { now }) => useGrant(text(grant_id), now),
  'grant.revoke': ({ revokeGrant }, { grant_id, run_id }, { now }) =>
    revokeGrant(text(grant_id), text(run_id), now),
  'log.guard': ({ guardLog }, { run_id, seq }) => !guardLog(text(run_id), seq),
  'log.append': (_statements, { record }, { log, iso }) => {
    log.append(record, iso);
    return true;
  },
  'owner.beat': ({ renewLease }, { owner, application, lease_ms }, { now }) => {
    renewLease(text(owner), text(application), now + lease_ms);
    return true;
  },
};

/** Applies one write in the open transaction. Returns false when its condition does not hold. */
export function applyToSqlite<Kind extends StoreWrite['kind']>(
  write: Extract<StoreWrite, { readonly kind: Kind }>,
  context: WriteContext,
): boolean {
  return APPLY[write.kind](context.statements, write, context);
}

function changeApproval(
  { findApproval, changeApproval: change }: WriteStatements,
  { approval_id: id }: { readonly approval_id: string },
  decide: (approval: HumanApprovalRequest) => HumanApprovalRequest | undefined,
): boolean {
  const row = findApproval.get(text(id));
  const approval = row && decide(readApproval(row));
  return approval !== undefined && change(approval.status, JSON.stringify(approval), text(id));
}
