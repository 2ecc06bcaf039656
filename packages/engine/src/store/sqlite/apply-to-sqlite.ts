import type { StatementSync } from 'node:sqlite';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { decidedApproval, extendedApproval } from '../decided-approval.ts';
import type { StoreWrite } from '../state-store.ts';
import { expiryOf } from '../store-time.ts';
import type { LogAppender } from './log-appender.ts';
import { readApproval } from './read-rows.ts';
import { storedText } from '../stored-text.ts';
import type { WriteStatements } from './write-statements.ts';

/** The open transaction and its time. */
export interface WriteContext {
  readonly statements: WriteStatements;
  readonly log: LogAppender;
  readonly now: number;
  readonly iso: string;
}

/** Applies one write in the open transaction. Returns false when its condition does not hold. */
export function applyToSqlite(write: StoreWrite, context: WriteContext): boolean {
  const { statements, now, iso } = context;
  switch (write.kind) {
    case 'run.open': {
      const { run } = write;
      return changed(
        statements.openRun.run(
          storedText(run.run_id),
          run.status,
          run.segment,
          run.epoch,
          storedText(run.owner),
          storedText(run.agent_name),
          storedText(run.sdk_version),
          run.state,
          storedText(run.application),
          iso,
        ),
      );
    }
    case 'run.guard':
      return statements.guardRun.get(storedText(write.run_id), write.epoch) !== undefined;
    case 'run.suspend':
      return changed(statements.suspendRun.run(write.state, iso, storedText(write.run_id), write.epoch));
    case 'run.claim': {
      const { advance, owner, run_id, epoch, from } = write;
      return changed(
        statements.claimRun.run(advance, storedText(owner), iso, storedText(run_id), epoch, from),
      );
    }
    case 'run.adopt': {
      const { application, state, run_id, epoch } = write;
      return changed(statements.adoptRun.run(storedText(application), state, iso, storedText(run_id), epoch));
    }
    case 'run.finish':
      return changed(statements.finishRun.run(write.status, iso, storedText(write.run_id), write.epoch));
    case 'step.put': {
      const { run_id, segment, name, fingerprint, value } = write.step;
      statements.putStep.run(
        storedText(run_id),
        segment,
        storedText(name),
        storedText(fingerprint),
        storedText(value),
      );
      return true;
    }
    case 'effect.start': {
      const { run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch } = write.effect;
      return changed(
        statements.startEffect.run(
          storedText(run_id),
          storedText(call_key),
          storedText(tool_call_id),
          storedText(tool_id),
          effect,
          storedText(args_digest),
          epoch,
        ),
      );
    }
    case 'effect.end':
      return changed(
        statements.endEffect.run(
          write.result,
          storedText(write.run_id),
          storedText(write.call_key),
          write.epoch,
        ),
      );
    case 'effect.lose':
      return changed(statements.loseEffect.run(storedText(write.run_id), storedText(write.call_key)));
    case 'effect.settle': {
      const key = [storedText(write.run_id), storedText(write.call_key)] as const;
      if (write.result === null) return changed(statements.forgetEffect.run(...key));
      return changed(statements.settleEffect.run(write.result, ...key));
    }
    case 'approval.create': {
      const { approval_id, run_id, status } = write.approval;
      const body = JSON.stringify(write.approval);
      statements.createApproval.run(storedText(approval_id), storedText(run_id), status, body);
      return true;
    }
    case 'approval.decide':
      return changeApproval(statements, write.approval_id, (approval) =>
        decidedApproval(approval, write, context),
      );
    case 'approval.extend':
      return changeApproval(statements, write.approval_id, (approval) =>
        extendedApproval(approval, write.expires_at, now),
      );
    case 'approval.use':
      return changeApproval(statements, write.approval_id, (approval) =>
        approval.status === 'approved' &&
        approval.used_at === undefined &&
        approval.action_digest === write.action_digest
          ? { ...approval, used_at: iso }
          : undefined,
      );
    case 'token.issue': {
      const { token_hash, run_id, approval_id, ttl_ms } = write;
      statements.issueToken.run(
        storedText(token_hash),
        storedText(run_id),
        storedText(approval_id),
        now + ttl_ms,
      );
      return true;
    }
    case 'token.use':
      return changed(statements.useToken.run(now, storedText(write.token_hash), storedText(write.run_id)));
    case 'grant.give': {
      const { grant_id, run_id, uses_left, expires_at } = write.grant;
      const body = JSON.stringify(write.grant);
      statements.giveGrant.run(
        storedText(grant_id),
        storedText(run_id),
        uses_left,
        expiryOf(expires_at),
        body,
      );
      return true;
    }
    case 'grant.use':
      return changed(statements.useGrant.run(storedText(write.grant_id), now));
    case 'grant.revoke':
      return changed(statements.revokeGrant.run(storedText(write.grant_id), storedText(write.run_id), now));
    case 'log.guard':
      return statements.guardLog.get(storedText(write.run_id), write.seq) === undefined;
    case 'log.append':
      context.log.append(write.record, iso);
      return true;
    case 'owner.beat':
      statements.renewLease.run(storedText(write.owner), storedText(write.application), now + write.lease_ms);
      return true;
  }
  return write satisfies never;
}

function changed(result: ReturnType<StatementSync['run']>): boolean {
  return result.changes === 1;
}

function changeApproval(
  statements: WriteStatements,
  approvalId: string,
  change: (approval: HumanApprovalRequest) => HumanApprovalRequest | undefined,
): boolean {
  const id = storedText(approvalId);
  const row = statements.findApproval.get(id);
  const approval = row && change(readApproval(row));
  if (approval === undefined) return false;
  return changed(statements.changeApproval.run(approval.status, JSON.stringify(approval), id));
}
