import { createHmac } from 'node:crypto';
import type { HumanApprovalRequest } from 'sekisho';
import { z } from 'zod';
import { ConsoleError } from '../../errors/console-error.ts';
import type { Identity } from '../../identity/identity.ts';
import type { RunHost } from '../../runs/run-host.ts';
import type { ApprovalService } from '../approval-service.ts';
import type { PendingReader } from '../pending/pending-reader.ts';
import type { GroupDecision } from '../decision-schemas.ts';
import { readJudgement } from '../read-judgement.ts';
import type { DecisionFailure, DecisionQueue } from '../review/decision-queue.ts';
import type { ReviewStore } from '../review/review-store.ts';
import { describeGroup } from './describe-group.ts';

/** The largest number of requests that are displayed and decided at once. */
const MAX_MEMBERS = 1000;
const READS_AT_ONCE = 16;
const DISPLAY_MS = 3_600_000;

const itemsSchema = z.array(z.tuple([z.string(), z.string(), z.string().nullable()]));
type Item = z.infer<typeof itemsSchema>[number];

/** Displays groups of similar requests and decides exactly what was displayed. */
export class GroupService {
  readonly #runHost: RunHost;
  readonly #pending: PendingReader;
  readonly #approvals: ApprovalService;
  readonly #queue: DecisionQueue;
  readonly #store: ReviewStore;
  readonly #key: Buffer;
  readonly #clock: () => number;

  constructor(options: {
    runHost: RunHost;
    pending: PendingReader;
    approvals: ApprovalService;
    queue: DecisionQueue;
    store: ReviewStore;
    secret: Uint8Array;
    clock: () => number;
  }) {
    this.#runHost = options.runHost;
    this.#pending = options.pending;
    this.#approvals = options.approvals;
    this.#queue = options.queue;
    this.#store = options.store;
    this.#key = createHmac('sha256', options.secret).update('console-groups').digest();
    this.#clock = options.clock;
  }

  /** Returns the complete values of a group. Values that lists mask or shorten are read, and each reading is recorded. */
  async read(key: string, identity: Identity) {
    const entries = await this.#pending.membersOf(key);
    const [first] = entries;
    if (first === undefined)
      throw new ConsoleError('NotFound', 'There is no such group of pending requests any more.');
    const shown = entries.slice(0, MAX_MEMBERS);
    const members: Awaited<ReturnType<GroupService['readMember']>>[] = [];
    for (let at = 0; at < shown.length; at += READS_AT_ONCE) {
      const some = shown.slice(at, at + READS_AT_ONCE);
      members.push(
        ...(await Promise.all(some.map(({ summary }) => this.readMember(summary.approval_id, identity)))),
      );
    }
    const open = members.filter((member) => member !== undefined);
    const items = open.map((member): Item => [member.approval_id, member.action_digest, member.displayed]);
    const { same, differs, unusual } = describeGroup(open);
    const digest = this.#digestOf(items, identity);
    const now = this.#clock();
    await this.#store.addDisplay({
      digest,
      userId: identity.id,
      body: JSON.stringify(items),
      now,
      before: now - DISPLAY_MS,
    });
    const paths = differs.map(({ path }) => path);
    return {
      key,
      digest,
      total: entries.length,
      approval: first.summary,
      application: (await this.#runHost.store.getRun(first.summary.run_id))?.application ?? '',
      same: [...same],
      differs: [...differs],
      members: open.map(({ approval_id, values }) => ({
        approval_id,
        values: paths.map((path) => values.get(path) ?? null),
        unusual: unusual.get(approval_id) ?? null,
      })),
    };
  }

  /** Decides the displayed set. Requests that changed or were decided meanwhile are left out, with the cause. */
  async decide(request: GroupDecision, identity: Identity) {
    const body = await this.#store.findDisplay(request.digest, identity.id);
    const items = body === undefined ? undefined : itemsSchema.parse(JSON.parse(body));
    if (items === undefined || this.#digestOf(items, identity) !== request.digest) {
      throw new ConsoleError(
        'SetChanged',
        'This set of requests was not displayed to you within the last hour. Open the group again.',
      );
    }
    const except = new Set(request.except);
    const failed: DecisionFailure[] = [];
    const queued: Parameters<DecisionQueue['add']>[0][number][] = [];
    for (const [approval_id, action_digest, displayed] of items.filter(([id]) => !except.has(id))) {
      const { decision, comment } = request;
      const answer = {
        kind: 'decision',
        // A group displays values, not what an approval of each would permit for the rest of its run.
        request: { decision, comment, action_digest, displayed: displayed ?? undefined, values_once: true },
      } as const;
      try {
        const approval = await this.#approvals.find(approval_id);
        this.#approvals.check(approval, answer);
        queued.push({ approval, decision: answer });
      } catch (error) {
        if (!(error instanceof ConsoleError)) throw error;
        const { code, message: title, facts } = error;
        failed.push({ approval_id, code, title, facts: { ...facts } });
      }
    }
    const delayed = queued.length === 0 ? null : await this.#queue.add(queued, identity, request.undo_sec);
    return { delayed, failed };
  }

  /** Returns the complete values of one member; undefined when it was decided meanwhile. */
  async readMember(approvalId: string, identity: Identity) {
    const approval = await this.#approvals.find(approvalId);
    if (approval.status !== 'pending') return undefined;
    const { action_digest, display } = approval;
    const [complete, judged] = await Promise.all([
      display === 'complete' ? undefined : this.#approvals.read(approvalId, identity),
      readJudgement(this.#runHost.store, approval),
    ]);
    return {
      approval_id: approvalId,
      action_digest,
      displayed: complete?.display_digest ?? null,
      values: valuesOf(complete?.arguments ?? shownArguments(approval)),
      sources: new Map(judged.sources.map(({ path, tool }) => [path, tool ?? ''])),
    };
  }

  #digestOf(items: readonly Item[], { id }: Identity): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([id, items]))
      .digest('base64url');
  }
}

/** The prompt of such a request displays all of its arguments, so none of them is masked or shortened. */
function shownArguments({ args_masked }: HumanApprovalRequest): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(args_masked));
}

function valuesOf(args: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(args).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
