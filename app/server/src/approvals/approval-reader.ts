import { approvalEditOf, type ApprovalStatus, type ExecutionLog, type HumanApprovalRequest } from 'sekisho';
import { z } from 'zod';
import { ConsoleError } from '../errors/console-error.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { RunReader } from '../runs/run-reader.ts';
import { scanPage } from '../runs/scan-page.ts';
import { statusAt, summarizeApproval } from './approval-view.ts';
import { maskedPaths } from './masked-paths.ts';
import { sourcesOfEdit } from './sources-of-edit.ts';

/** The filters of a list of approval requests. */
export type ApprovalQuery = {
  readonly status: ApprovalStatus | 'decided' | 'all';
  readonly run_id?: string | undefined;
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
  readonly min_risk?: number | undefined;
  readonly kind?: 'call' | 'outcome' | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

const MAX_COUNTED = 1000;
const MAX_SIBLINGS = 50;

/** Reads approval requests: lists, counts, and one request with all details that a decision needs. */
export class ApprovalReader {
  readonly #runHost: RunHost;
  readonly #runs: RunReader;
  readonly #clock: () => number;

  constructor(options: { runHost: RunHost; runs: RunReader; clock: () => number }) {
    this.#runHost = options.runHost;
    this.#runs = options.runs;
    this.#clock = options.clock;
  }

  async list(query: ApprovalQuery) {
    const { store } = this.#runHost;
    const now = this.#clock();
    const stored = query.status === 'decided' || query.status === 'all' ? undefined : query.status;
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
        filter: (rows) => rows.filter((approval) => matches(approval, query, now)),
      },
    );
    return { items: page.items.map((approval) => summarizeApproval(approval, now)), cursor: page.cursor };
  }

  /** Counts pending requests by risk, up to a limit. */
  async count() {
    const now = this.#clock();
    const { rows, cursor } = await this.#runHost.store.listApprovals({
      status: 'pending',
      limit: MAX_COUNTED,
    });
    const pending = rows.filter((approval) => statusAt(approval, now) === 'pending');
    const at = (risk: number) => pending.filter(({ risk_level: level }) => level === risk).length;
    return {
      pending: pending.length,
      by_risk: { '1': at(1), '2': at(2), '3': at(3), '4': at(4), '5': at(5) },
      is_capped: cursor !== undefined,
    };
  }

  async get(approvalId: string) {
    const { store, tools } = this.#runHost;
    const approval = await store.getApproval(approvalId);
    if (approval === undefined) throw new ConsoleError('NotFound', 'There is no such approval request.');
    const { run_id, turn, args_masked, tool_id } = approval;
    const edit = approvalEditOf(approval);
    const now = this.#clock();
    const [ofRun, { judged, judgedEdit }, run] = await Promise.all([
      store.listApprovals({ run_id, limit: MAX_SIBLINGS }),
      this.#judgementsOf(approval),
      this.#runs.summary(run_id),
    ]);
    const tool = tools.find((known) => known.tool_id === tool_id);
    const shown = parseObject(args_masked);
    return {
      ...summarizeApproval(approval, now),
      arguments: shown,
      arguments_text: args_masked,
      masked_paths: maskedPaths(shown),
      edited_arguments: edit === undefined ? null : parseObject(edit.args_masked),
      sources:
        edit === undefined
          ? readSources(judged?.data['sources'])
          : sourcesOfEdit(readSources((judgedEdit ?? judged)?.data['sources']), edit),
      rule_ids: textsSchema.parse(judged?.data['rule_ids']),
      policy: textSchema.parse(judged?.data['policy']),
      user_intent: run?.user_intent ?? null,
      on_behalf_of: run?.started_by ?? null,
      tool: tool === undefined ? null : { description: tool.description, parameters: tool.parameters },
      definition_digest: approval.definition_digest,
      siblings: ofRun.rows
        .filter((other) => other.turn === turn && other.approval_id !== approvalId)
        .map((other) => summarizeApproval(other, now)),
      run,
    };
  }

  /** Returns what the gate recorded when it requested the approval, and when it evaluated edited arguments. */
  async #judgementsOf({ run_id, call_key, turn }: HumanApprovalRequest): Promise<{
    readonly judged: ExecutionLog | undefined;
    readonly judgedEdit: ExecutionLog | undefined;
  }> {
    const logs = await this.#runHost.store.queryLogs({
      runId: run_id,
      event: 'gate.decision',
      limit: 10_000,
    });
    const own = logs.filter(({ tool_call_id: key }) => key === call_key);
    return {
      judged: own.find(({ attempt }) => `${attempt}` === turn) ?? own.at(-1),
      judgedEdit: logs.findLast(({ tool_call_id: key }) => key === `${call_key}:edited`),
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

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

// Records of older versions can lack a field, which then counts as an empty text.
const textSchema = z.string().catch('');
const textsSchema = z.array(textSchema).catch([]);
const sourceSchema = z.object({ path: textSchema, value: textSchema, origin: textSchema });
const sourcesSchema = z.array(sourceSchema.catch({ path: '', value: '', origin: '' })).catch([]);

/** The log stores an origin and its tool as one text: `prose (read_mail)`. */
function readSources(value: unknown) {
  return sourcesSchema.parse(value).map((source) => {
    const [, origin = '', tool] = /^(\w*)(?: \(([^]*)\))?$/.exec(source.origin) ?? [];
    return { ...source, origin, tool: tool ?? null };
  });
}
