import type { HumanApprovalRequest, StoreWrite } from '@sekisho/engine';
import { storedText } from '@sekisho/engine/store-adapter';
import { expiryOf } from '@sekisho/engine/store-adapter';

/** A write as the SQL function `apply_batch` expects it: its kind and its values in order. */
export type EncodedWrite = readonly (string | number | null)[];

/** Any write except an audit record; audit records are chained first and stored separately. */
type PlainWrite = Exclude<StoreWrite, { kind: 'log.append' }>;

/** Encodes one write. */
export function encodeWrite(write: PlainWrite): EncodedWrite {
  switch (write.kind) {
    case 'run.open': {
      const { run_id, status, segment, epoch, owner, agent_name, sdk_version, state, application } =
        write.run;
      const texts = [owner, agent_name, sdk_version].map(storedText);
      return [
        write.kind,
        storedText(run_id),
        status,
        segment,
        epoch,
        ...texts,
        base64(state),
        storedText(application),
      ];
    }
    case 'run.guard':
      return [write.kind, storedText(write.run_id), write.epoch];
    case 'run.suspend':
      return [write.kind, storedText(write.run_id), write.epoch, base64(write.state)];
    case 'run.claim': {
      const { kind, run_id, epoch, from, advance, owner } = write;
      return [kind, storedText(run_id), epoch, from, advance, storedText(owner)];
    }
    case 'run.adopt': {
      const { kind, run_id, epoch, application, state } = write;
      return [kind, storedText(run_id), epoch, storedText(application), base64(state)];
    }
    case 'run.finish':
      return [write.kind, storedText(write.run_id), write.epoch, write.status];
    case 'step.put': {
      const { run_id, segment, name, fingerprint, value } = write.step;
      return [write.kind, storedText(run_id), segment, ...[name, fingerprint, value].map(storedText)];
    }
    case 'effect.start': {
      const { run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch } = write.effect;
      const ids = [run_id, call_key, tool_call_id, tool_id].map(storedText);
      return [write.kind, ...ids, effect, storedText(args_digest), epoch];
    }
    case 'effect.end':
      return [write.kind, ...effectKey(write), write.epoch, base64(write.result)];
    case 'effect.lose':
      return [write.kind, ...effectKey(write)];
    case 'effect.settle':
      if (write.result === null) return ['effect.forget', ...effectKey(write)];
      return [write.kind, ...effectKey(write), base64(write.result)];
    case 'approval.create':
      return encodeApproval(write.kind, write.approval);
    case 'approval.decide': {
      const { kind, approval_id, to, by, comment, edited_args, values_once } = write;
      const decision = { ...(by === null ? {} : { decided_by: by }), comment, edited_args, values_once };
      return [kind, storedText(approval_id), to, JSON.stringify(decision)];
    }
    case 'approval.extend':
      return [write.kind, storedText(write.approval_id), expiryOf(write.expires_at)];
    case 'approval.use':
      return [write.kind, storedText(write.approval_id), storedText(write.action_digest)];
    case 'token.issue': {
      const { kind, token_hash, run_id, approval_id, ttl_ms } = write;
      return [kind, ...[token_hash, run_id, approval_id].map(storedText), number(ttl_ms)];
    }
    case 'token.use':
      return [write.kind, storedText(write.token_hash), storedText(write.run_id)];
    case 'grant.give': {
      const { grant_id, run_id, uses_left, expires_at } = write.grant;
      const ids = [grant_id, run_id].map(storedText);
      return [write.kind, ...ids, number(uses_left), expiryOf(expires_at), JSON.stringify(write.grant)];
    }
    case 'grant.use':
      return [write.kind, storedText(write.grant_id)];
    case 'grant.revoke':
      return [write.kind, storedText(write.grant_id), storedText(write.run_id)];
    case 'log.guard':
      return [write.kind, storedText(write.run_id), write.seq];
    case 'owner.beat':
      return [write.kind, storedText(write.owner), storedText(write.application), number(write.lease_ms)];
  }
  return write satisfies never;
}

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
