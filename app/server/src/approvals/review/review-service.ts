import type { StateStore } from 'sekisho';
import { changeWrite } from '../../audit/record-change.ts';
import { ConsoleError } from '../../errors/console-error.ts';
import type { Identity } from '../../identity/identity.ts';
import type { ApprovalSummary } from '../approval-view.ts';
import type { ReviewStore } from './review-store.ts';

// A browser repeats that a request is open every ten seconds.
const READING_MS = 25_000;
const MAX_VIEWS = 50;

/** Assignments, comments and readers of requests, and the saved views of people. */
export class ReviewService {
  readonly #store: ReviewStore;
  readonly #log: StateStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;

  constructor(options: { store: ReviewStore; log: StateStore; clock: () => number; makeId: () => string }) {
    this.#store = options.store;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
  }

  /** Adds what people did with the requests: who is responsible, the number of comments, and a delayed decision. */
  async annotate(summaries: readonly ApprovalSummary[]) {
    if (summaries.length === 0) return [];
    const ids = summaries.map(({ approval_id: id }) => id);
    const [assignments, counts, waiting] = await Promise.all([
      this.#store.listAssignments(ids),
      this.#store.countComments(ids),
      this.#store.listWaiting(ids),
    ]);
    const assigned = new Map(assignments.map((row) => [row.approval_id, row.assignee]));
    const delayed = new Map(waiting.map((row) => [row.approval_id, row]));
    return summaries.map((summary) => {
      const decision = summary.status === 'pending' ? delayed.get(summary.approval_id) : undefined;
      return {
        ...summary,
        assignee: assigned.get(summary.approval_id) ?? null,
        comment_count: counts.get(summary.approval_id) ?? 0,
        delayed_decision:
          decision === undefined
            ? null
            : {
                batch: decision.batch,
                by: decision.user_id,
                made_at: isoOf(decision.made_at),
                effective_at: isoOf(decision.effective_at),
              },
      };
    });
  }

  async annotateOne(summary: ApprovalSummary) {
    const [annotated] = await this.annotate([summary]);
    if (annotated === undefined) throw new Error('A list of one request has one row.');
    return annotated;
  }

  async assign(approvalId: string, assignee: string | null, identity: Identity): Promise<void> {
    const runId = await this.#runOf(approvalId);
    const assigned_at = isoOf(this.#clock());
    await this.#store.assign({ approval_id: approvalId, assignee, assigned_by: identity.id, assigned_at });
    await this.#record('approval.assigned', runId, {
      approval_id: approvalId,
      by: identity.id,
      ...(assignee === null ? {} : { assignee }),
    });
  }

  async comment(approvalId: string, body: string, identity: Identity) {
    const runId = await this.#runOf(approvalId);
    const comment = { user_id: identity.id, body, created_at: isoOf(this.#clock()) };
    const number = await this.#store.addComment(approvalId, comment);
    await this.#record('approval.commented', runId, {
      approval_id: approvalId,
      by: identity.id,
      comment: number,
    });
    return { number, ...comment };
  }

  async comments(approvalId: string) {
    return [...(await this.#store.listComments(approvalId))];
  }

  /** Records that a person has the request open. Returns the other people who have it open. */
  async reading(approvalId: string, identity: Identity, isOpen: boolean): Promise<string[]> {
    await this.#runOf(approvalId);
    const now = this.#clock();
    if (isOpen) await this.#store.addReader(approvalId, identity.id, now);
    else await this.#store.removeReader(approvalId, identity.id);
    const readers = await this.#store.listReaders(approvalId, now - READING_MS);
    return readers.filter((id) => id !== identity.id);
  }

  async views(identity: Identity) {
    return this.#store.listViews(identity.id);
  }

  async saveView(name: string, query: string, identity: Identity): Promise<void> {
    const views = await this.#store.listViews(identity.id);
    if (views.length >= MAX_VIEWS && !views.some((view) => view.name === name))
      throw new ConsoleError('InvalidRequest', `A person can save ${MAX_VIEWS} views. Delete one first.`);
    await this.#store.saveView(identity.id, { name, query });
  }

  async removeView(name: string, identity: Identity): Promise<void> {
    if (await this.#store.removeView(identity.id, name)) return;
    throw new ConsoleError('NotFound', `There is no view with the name "${name}".`);
  }

  async #runOf(approvalId: string): Promise<string> {
    const approval = await this.#log.getApproval(approvalId);
    if (approval) return approval.run_id;
    throw new ConsoleError('NotFound', 'There is no such approval request.');
  }

  async #record(
    event: 'approval.assigned' | 'approval.commented',
    runId: string,
    facts: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    const change = { id: this.#makeId(), event, decision: 'pending', run_id: runId, facts };
    await this.#log.commit([changeWrite(change)]);
  }
}

const isoOf = (time: number) => new Date(time).toISOString();
