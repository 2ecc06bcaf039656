import type { HumanApprovalRequest } from 'sekisho';
import { z } from 'zod';
import { ConsoleError, isConsoleErrorCode, type ConsoleErrorCode } from '../../errors/console-error.ts';
import type { Identity } from '../../identity/identity.ts';
import type { ApprovalService, DecisionResult } from '../approval-service.ts';
import type { Decision, OutcomeAnswer } from '../decision-schemas.ts';
import type { DecisionSeal, SealedDecision } from './decision-seal.ts';
import type { ReviewStore, StoredDecision } from './review-store.ts';

/** A decision with the request that it is about. */
export type QueuedDecision = {
  readonly approval: HumanApprovalRequest;
  readonly decision:
    | { readonly kind: 'decision'; readonly request: Decision }
    | { readonly kind: 'outcome'; readonly request: OutcomeAnswer };
};

/** Why a decision had no effect. */
export type DecisionFailure = {
  approval_id: string;
  code: ConsoleErrorCode;
  title: string;
  facts: Record<string, unknown>;
};

const POLL_MS = 1000;
const LEASE_MS = 60_000;
const CLAIM_ROWS = 32;
const RESULT_MS = 3_600_000;
// A request whose time ends during the delay is decided before that.
const BEFORE_EXPIRY_MS = 1000;

const resultSchema = z.object({
  resume: z.enum(['started', 'waiting', 'elsewhere', 'offline']),
  waiting_in_run: z.number(),
  application: z.string(),
});
const failureSchema = z.object({
  code: z.string().refine(isConsoleErrorCode),
  title: z.string(),
  facts: z.record(z.string(), z.unknown()),
});

/**
 * Delays decisions, so that a person can undo them. A delayed decision is a row of the console's store, sealed with the
 * key of this installation; the engine receives it when it becomes effective, and until then nothing else knows it.
 * Of several servers one sends it, and after a restart it is sent once: the engine accepts one decision per request.
 */
export class DecisionQueue {
  readonly #store: ReviewStore;
  readonly #approvals: ApprovalService;
  readonly #seal: DecisionSeal;
  readonly #clock: () => number;
  readonly #makeId: () => string;
  readonly #onFailure: (approvalId: string, error: unknown) => void;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #poll: ReturnType<typeof setInterval> | undefined;
  #sending: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: {
    store: ReviewStore;
    approvals: ApprovalService;
    seal: DecisionSeal;
    clock: () => number;
    makeId: () => string;
    onFailure: (approvalId: string, error: unknown) => void;
  }) {
    this.#store = options.store;
    this.#approvals = options.approvals;
    this.#seal = options.seal;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
    this.#onFailure = options.onFailure;
  }

  /** Sends decisions that became effective while no server was running, and then checks every second. */
  start(): void {
    this.#poll = setInterval(() => this.#send(), POLL_MS);
    this.#send();
  }

  /** Stops after the decisions that are being sent. Decisions that are not effective yet stay in the store. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#sending;
  }

  /** Adds decisions that were made together. Requests with another decision that is not effective yet are rejected. */
  async add(queued: readonly QueuedDecision[], identity: Identity, delaySec: number) {
    const now = this.#clock();
    for (const { approval, decision } of queued) this.#approvals.check(approval, decision);
    const firstExpiry = Math.min(...queued.map(({ approval }) => Date.parse(approval.expires_at)));
    const effectiveAt = Math.max(now, Math.min(now + delaySec * 1000, firstExpiry - BEFORE_EXPIRY_MS));
    const batch = this.#makeId();
    const { id, role, via } = identity;
    const rows = queued.map(({ approval: { approval_id, run_id }, decision }) => {
      const row = { approval_id, batch, user_id: id, made_at: now, effective_at: effectiveAt };
      return { ...row, body: this.#seal.seal({ ...decision, run_id, role, via }, row) };
    });
    const added = await this.#store.addDecisions(rows);
    const refused = rows.filter((row) => !added.has(row.approval_id)).map((row) => row.approval_id);
    if (added.size === 0) await this.#refuse(refused);
    this.#sendAt(effectiveAt);
    return { batch, effective_at: new Date(effectiveAt).toISOString(), refused };
  }

  /** Removes the decisions of a batch before they become effective. Throws TooLate when there is none left. */
  async undo(batch: string, identity: Identity): Promise<number> {
    const removed = await this.#store.removeDecisions(batch, identity.id, this.#clock());
    if (removed.length > 0) return removed.length;
    throw new ConsoleError('TooLate', 'The decision is already in effect or does not exist.');
  }

  /** Makes the decisions of a batch effective now. */
  async hasten(batch: string, identity: Identity): Promise<void> {
    await this.#store.hastenDecisions(batch, identity.id, this.#clock());
    this.#send();
  }

  /** Returns how many decisions of a batch have effect, and why others failed. */
  async progress(batch: string, identity: Identity) {
    const rows = await this.#store.listBatch(batch, identity.id);
    const [first] = rows;
    if (first === undefined) throw new ConsoleError('NotFound', 'There is no such decision.');
    const done = rows.filter(({ state }) => state === 'done');
    const failed = rows.filter(({ state }) => state === 'failed');
    const result = rows.length === 1 && done[0] ? resultSchema.parse(JSON.parse(done[0].result ?? '')) : null;
    return {
      batch,
      total: rows.length,
      decided: done.length,
      waiting: rows.length - done.length - failed.length,
      effective_at: new Date(first.effective_at).toISOString(),
      failed: failed.map(({ approval_id, result: text }): DecisionFailure => {
        const failure = failureSchema.parse(JSON.parse(text ?? ''));
        return { approval_id, ...failure };
      }),
      result,
    };
  }

  async #refuse(approvalIds: readonly string[]): Promise<never> {
    const [other] = await this.#store.listWaiting(approvalIds);
    throw new ConsoleError('AlreadyDecided', 'This approval request is already decided.', {
      decided: 'pending',
      decided_by: other === undefined ? null : { id: other.user_id },
      decided_at: other === undefined ? null : new Date(other.made_at).toISOString(),
    });
  }

  #sendAt(time: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#send();
      },
      Math.max(0, time - this.#clock()),
    );
    this.#timers.add(timer);
  }

  #send(): void {
    if (this.#isStopped) return;
    this.#sending ??= this.#sendDue()
      // When the store is unavailable, the next poll tries again.
      .catch((error: unknown) => this.#onFailure('', error))
      .finally(() => {
        this.#sending = undefined;
      });
  }

  async #sendDue(): Promise<void> {
    for (;;) {
      const now = this.#clock();
      const claimed = await this.#store.claimDecisions(now, now + LEASE_MS, CLAIM_ROWS);
      if (claimed.length === 0) break;
      const opened = claimed.map((row) => ({ row, decision: this.#seal.open(row) }));
      // Decisions on one run follow each other, because the last one resumes it.
      const runs = Map.groupBy(opened, ({ row, decision }) => decision?.run_id ?? row.approval_id);
      await Promise.all(
        [...runs.values()].map(async (ofRun) => {
          for (const { row, decision } of ofRun) await this.#sendOne(row, decision);
        }),
      );
      if (this.#isStopped) return;
    }
    await this.#store.removeResults(this.#clock() - RESULT_MS);
  }

  async #sendOne(row: StoredDecision, decision: SealedDecision | undefined): Promise<void> {
    const { approval_id: id } = row;
    try {
      if (decision === undefined)
        throw new ConsoleError('InvalidRequest', 'The stored decision was changed. Decide again.');
      const { resume, waiting_in_run, application } = await this.#decide(row, decision);
      await this.#store.finishDecision(id, 'done', JSON.stringify({ resume, waiting_in_run, application }));
    } catch (error) {
      // Any other error may be temporary; the decision is sent again after the lease.
      if (!(error instanceof ConsoleError)) return this.#onFailure(id, error);
      const { code, message: title, facts } = error;
      await this.#store.finishDecision(id, 'failed', JSON.stringify({ code, title, facts }));
    }
    return undefined;
  }

  async #decide(row: StoredDecision, decision: SealedDecision): Promise<DecisionResult> {
    const identity: Identity = {
      id: row.user_id,
      role: decision.role,
      via: decision.via,
      csrfToken: '',
      expiresAt: undefined,
    };
    try {
      return decision.kind === 'decision'
        ? await this.#approvals.decide(row.approval_id, decision.request, identity)
        : await this.#approvals.resolveOutcome(row.approval_id, decision.request, identity);
    } catch (error) {
      // A server died after the engine had accepted this decision and before the row was updated.
      const approval = await this.#approvals.find(row.approval_id);
      const isOwn =
        approval.decided_by?.id === row.user_id && Date.parse(approval.decided_at ?? '') >= row.effective_at;
      if (isOwn) return this.#approvals.continueAfter(approval);
      throw error;
    }
  }
}
