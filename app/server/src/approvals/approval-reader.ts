import { approvalEditOf, type HumanApprovalRequest } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { RunReader } from '../runs/run-reader.ts';
import { scanPage } from '../runs/scan-page.ts';
import type { ApprovalQuery } from './approval-schemas.ts';
import { statusAt, summarizeApproval } from './approval-view.ts';
import { maskedPaths } from './masked-paths.ts';
import { parseObject } from './parse-object.ts';
import type { PendingReader } from './pending/pending-reader.ts';
import { searchTextOf, wordsTest } from './pending/select-pending.ts';
import { readJudgement } from './read-judgement.ts';
import type { ReviewService } from './review/review-service.ts';
import { sourcesOfEdit } from './sources-of-edit.ts';

const MAX_SIBLINGS = 50;

/** Reads approval requests: lists, and one request with all details that a decision needs. */
export class ApprovalReader {
  readonly #runHost: RunHost;
  readonly #runs: RunReader;
  readonly #pending: PendingReader;
  readonly #review: ReviewService;
  readonly #clock: () => number;

  constructor(options: {
    runHost: RunHost;
    runs: RunReader;
    pending: PendingReader;
    review: ReviewService;
    clock: () => number;
  }) {
    this.#runHost = options.runHost;
    this.#runs = options.runs;
    this.#pending = options.pending;
    this.#review = options.review;
    this.#clock = options.clock;
  }

  async list(query: ApprovalQuery, identity: Identity) {
    const page =
      query.status === 'pending' ? await this.#pending.list(query, identity) : await this.#scan(query);
    return { ...page, items: await this.#review.annotate(page.items) };
  }

  /** Lists requests that are not all pending, newest first. */
  async #scan(query: ApprovalQuery) {
    const { store } = this.#runHost;
    const now = this.#clock();
    const stored = query.status === 'decided' || query.status === 'all' ? undefined : query.status;
    const hasWords = wordsTest(query.q);
    const page = await scanPage(
      // An expired request can still be stored as pending until the next sweep.
      ({ limit, cursor }) =>
        store.listApprovals({
          run_id: query.run_id,
          status: stored === 'expired' ? undefined : stored,
          limit,
          cursor,
        }),
      {
        limit: query.limit,
        cursor: query.cursor,
        filter: (rows) =>
          rows.filter((approval) => matches(approval, query, now) && hasWords(searchTextOf(approval))),
      },
    );
    const items = page.items.map((approval) => summarizeApproval(approval, now));
    return { items, cursor: page.cursor, total: null, snapshot: null };
  }

  async get(approvalId: string) {
    const { store, tools } = this.#runHost;
    const approval = await store.getApproval(approvalId);
    if (approval === undefined) throw new ConsoleError('NotFound', 'There is no such approval request.');
    const { run_id, turn, args_masked, tool_id } = approval;
    const edit = approvalEditOf(approval);
    const now = this.#clock();
    const [ofRun, judged, run, comments] = await Promise.all([
      store.listApprovals({ run_id, limit: MAX_SIBLINGS }),
      readJudgement(store, approval),
      this.#runs.summary(run_id),
      this.#review.comments(approvalId),
    ]);
    const siblings = ofRun.rows.filter((other) => other.turn === turn && other.approval_id !== approvalId);
    const summaries = [approval, ...siblings].map((one) => summarizeApproval(one, now));
    const [own, ...others] = await this.#review.annotate(summaries);
    if (own === undefined) throw new ConsoleError('NotFound', 'There is no such approval request.');
    const tool = tools.find((known) => known.tool_id === tool_id);
    const shown = parseObject(args_masked);
    return {
      ...own,
      call_key: approval.call_key,
      arguments: shown,
      arguments_text: args_masked,
      masked_paths: maskedPaths(shown),
      edited_arguments: edit === undefined ? null : parseObject(edit.args_masked),
      sources: edit === undefined ? judged.sources : sourcesOfEdit(judged.sourcesOfEdit, edit),
      rule_ids: judged.rule_ids,
      policy: judged.policy,
      user_intent: run?.user_intent ?? null,
      on_behalf_of: run?.started_by ?? null,
      tool: tool === undefined ? null : { description: tool.description, parameters: tool.parameters },
      definition_digest: approval.definition_digest,
      siblings: others,
      run,
      comments,
    };
  }
}

function matches(approval: HumanApprovalRequest, query: ApprovalQuery, now: number): boolean {
  const { status, tool, agent, min_risk, kind, created_after, created_before } = query;
  const shown = statusAt(approval, now);
  const isWanted = status === 'all' || (status === 'decided' ? shown !== 'pending' : shown === status);
  return (
    isWanted &&
    (tool === undefined || approval.tool_id === tool) &&
    (agent === undefined || approval.agent_name === agent) &&
    (min_risk === undefined || approval.risk_level >= min_risk) &&
    (kind === undefined || approval.kind === kind) &&
    (created_after === undefined || approval.created_at >= created_after) &&
    (created_before === undefined || approval.created_at < created_before)
  );
}
