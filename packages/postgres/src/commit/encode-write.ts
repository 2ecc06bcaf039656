import type { HumanApprovalRequest, StoreWrite } from '@sekisho/engine';
import { expiryOf, storedText } from '@sekisho/engine/store-adapter';

/** A write as the SQL function `apply_batch` expects it: its kind and its values in order. */
export type EncodedWrite = readonly (string | number | null)[];

/** Any write except an audit record; audit records are chained first and stored separately. */
type PlainWrite = Exclude<StoreWrite, { kind: 'log.append' }>;

type Writes = { [Write in PlainWrite as Write['kind']]: Write };
type Encoders = { readonly [Kind in keyof Writes]: (write: Writes[Kind]) => EncodedWrite };

/** Encodes one write. */
export function encodeWrite(write: PlainWrite): EncodedWrite {
  return encodeKind(write.kind, write);
}

// The type parameter tells the compiler that the encoder belongs to the kind of the write.
function encodeKind<Kind extends keyof Writes>(kind: Kind, write: Writes[Kind]): EncodedWrite {
  return ENCODERS[kind](write);
}

const ENCODERS: Encoders = {
  'run.open': ({ kind, run }) => {
    const { run_id, status, segment, epoch, owner, agent_name, sdk_version, state, application } = run;
    const texts = [owner, agent_name, sdk_version].map(storedText);
    return [
      kind,
      storedText(run_id),
      status,
      segment,
      epoch,
      ...texts,
      base64(state),
      storedText(application),
    ];
  },
  'run.guard': ({ kind, run_id, epoch }) => [kind, storedText(run_id), epoch],
  'run.suspend': ({ kind, run_id, epoch, state }) => [kind, storedText(run_id), epoch, base64(state)],
  'run.claim': ({ kind, run_id, epoch, from, advance, owner }) => [
    kind,
    storedText(run_id),
    epoch,
    from,
    advance,
    storedText(owner),
  ],
  'run.adopt': ({ kind, run_id, epoch, application, state }) => [
    kind,
    storedText(run_id),
    epoch,
    storedText(application),
    base64(state),
  ],
  'run.finish': ({ kind, run_id, epoch, status }) => [kind, storedText(run_id), epoch, status],
  'step.put': ({ kind, step: { run_id, segment, name, fingerprint, value } }) => [
    kind,
    storedText(run_id),
    segment,
    ...[name, fingerprint, value].map(storedText),
  ],
  'effect.start': ({ kind, effect: started }) => {
    const { run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch } = started;
    const ids = [run_id, call_key, tool_call_id, tool_id].map(storedText);
    return [kind, ...ids, effect, storedText(args_digest), epoch];
  },
  'effect.end': (write) => [write.kind, ...effectKey(write), write.epoch, base64(write.result)],
  'effect.lose': (write) => [write.kind, ...effectKey(write)],
  'effect.settle': (write) => {
    if (write.result === null) return ['effect.forget', ...effectKey(write)];
    return [write.kind, ...effectKey(write), base64(write.result)];
  },
  'approval.create': ({ kind, approval }) => encodeApproval(kind, approval),
  'approval.decide': ({ kind, approval_id, to, by, comment, edited_args, values_once }) => {
    const decision = { ...(by === null ? {} : { decided_by: by }), comment, edited_args, values_once };
    return [kind, storedText(approval_id), to, JSON.stringify(decision)];
  },
  'approval.extend': (write) => [write.kind, storedText(write.approval_id), expiryOf(write.expires_at)],
  'approval.use': (write) => [write.kind, storedText(write.approval_id), storedText(write.action_digest)],
  'token.issue': ({ kind, token_hash, run_id, approval_id, ttl_ms }) => [
    kind,
    ...[token_hash, run_id, approval_id].map(storedText),
    number(ttl_ms),
  ],
  'token.use': ({ kind, token_hash, run_id }) => [kind, storedText(token_hash), storedText(run_id)],
  'grant.give': ({ kind, grant }) => {
    const { grant_id, run_id, uses_left, expires_at } = grant;
    const ids = [grant_id, run_id].map(storedText);
    return [kind, ...ids, number(uses_left), expiryOf(expires_at), JSON.stringify(grant)];
  },
  'grant.use': ({ kind, grant_id }) => [kind, storedText(grant_id)],
  'grant.revoke': ({ kind, grant_id, run_id }) => [kind, storedText(grant_id), storedText(run_id)],
  'log.guard': ({ kind, run_id, seq }) => [kind, storedText(run_id), seq],
  'owner.beat': ({ kind, owner, application, lease_ms }) => [
    kind,
    storedText(owner),
    storedText(application),
    number(lease_ms),
  ],
};

function encodeApproval(kind: string, approval: HumanApprovalRequest): EncodedWrite {
  const { approval_id, run_id, status, action_digest, expires_at, used_at } = approval;
  const usedAt = used_at === undefined ? null : expiryOf(used_at);
  const texts = [approval_id, run_id].map(storedText);
  return [
    kind,
    ...texts,
    status,
    storedText(action_digest),
    expiryOf(expires_at),
    usedAt,
    JSON.stringify(approval),
  ];
}

function effectKey(write: { readonly run_id: string; readonly call_key: string }): readonly string[] {
  return [storedText(write.run_id), storedText(write.call_key)];
}

function base64(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

// JSON has no infinity, and PostgreSQL sorts NaN above every number, so such a value is never compared.
function number(value: number): number | string | null {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : String(value);
}
