import { QUEUE_OWNER, SekishoError, type ExecutionLog, type RunDescription, type RunRecord } from 'sekisho';
import { z } from 'zod';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import { makeSpans } from './make-spans.ts';
import { readPlan } from './read-plan.ts';
import { runState, storedStatusOf } from './run-state.ts';
import { readLogLines } from './read-log-lines.ts';
import type { ModelCall, RunFactsStore } from './run-facts-store.ts';
import type { RunHost } from './run-host.ts';
import type { RunQuery } from './run-schemas.ts';
import { scanPage } from './scan-page.ts';
import { costOf, type TokenPrices } from './token-prices.ts';

/** A run in the lists of the console. */
export type RunSummary = Awaited<ReturnType<RunReader['list']>>['items'][number];

const MAX_RECORDS = 5000;
const MAX_PENDING = 50;
const MAX_FACET_RUNS = 1000;

/**
 * Reads runs: filtered lists, and one run as a timeline. For runs that a server of this store started, the task and
 * the model responses are recorded; for other runs there is only what the engine stores, and null for the rest.
 */
export class RunReader {
  readonly #runHost: RunHost;
  readonly #facts: RunFactsStore;
  readonly #prices: TokenPrices;
  readonly #traceUrl: string | undefined;

  /** `traceUrl` is the address of a trace in another program, with a placeholder for its id. */
  constructor(options: {
    runHost: RunHost;
    facts: RunFactsStore;
    prices: TokenPrices;
    traceUrl: string | undefined;
  }) {
    this.#runHost = options.runHost;
    this.#facts = options.facts;
    this.#prices = options.prices;
    this.#traceUrl = options.traceUrl;
  }

  async list(query: RunQuery) {
    const status = query.status ?? (query.state === undefined ? undefined : storedStatusOf(query.state));
    const page = await scanPage(
      ({ limit, cursor }) => this.#runHost.store.listRuns({ status, limit, cursor }),
      { limit: query.limit, cursor: query.cursor, filter: (runs) => this.#filter(runs, query) },
    );
    return { items: await this.#summarize(page.items), cursor: page.cursor };
  }

  /** Returns the summary of a run, or null when the store does not contain it. */
  async summary(runId: string): Promise<RunSummary | null> {
    const run = await this.#runHost.store.getRun(runId);
    return run === undefined ? null : this.#summarizeOne(run);
  }

  async get(runId: string) {
    const run = await this.#find(runId);
    const [summary, records, modelCalls] = await Promise.all([
      this.#summarizeOne(run),
      this.#runHost.store.queryLogs({ runId, limit: MAX_RECORDS }),
      this.#facts.listModelCalls(runId),
    ]);
    const begun = records.find(({ event }) => event === 'run.started');
    return {
      ...summary,
      sdk_version: run.sdk_version,
      policy: textOf(begun?.data['policy']),
      profile: textOf(begun?.data['profile']),
      plan: readPlan(records.findLast(({ event }) => event === 'plan.made')),
      spans: makeSpans(run, records, modelCalls),
      ...this.#traceOf(begun),
      is_truncated: records.length === MAX_RECORDS,
      is_recorded: modelCalls.length > 0,
      model_calls: modelCalls.length || (await this.#countAnswers(run, records)),
      final_output: run.status === 'done' ? finalOutput(modelCalls) : null,
      last_seq: records.at(-1)?.seq ?? 0,
    };
  }

  #traceOf(begun: ExecutionLog | undefined) {
    const id = textOf(begun?.data['trace_id']);
    if (id === '') return { trace_id: null, trace_url: null };
    return {
      trace_id: id,
      trace_url: this.#traceUrl?.replaceAll('{trace_id}', encodeURIComponent(id)) ?? null,
    };
  }

  /**
   * Returns all audit records of a run as lines of JSON. The run is looked up first, so that a missing run is a 404
   * and not a broken download.
   */
  async exportLog(runId: string): Promise<AsyncGenerator<string>> {
    await this.#find(runId);
    return readLogLines(this.#runHost.store, { runId });
  }

  async #find(runId: string): Promise<RunRecord> {
    const run = await this.#runHost.store.getRun(runId);
    if (run) return run;
    throw new ConsoleError('NotFound', 'There is no such run.');
  }

  async #summarizeOne(run: RunRecord): Promise<RunSummary> {
    const [summary] = await this.#summarize([run]);
    if (summary) return summary;
    throw new ConsoleError('NotFound', 'There is no such run.');
  }

  async #summarize(runs: readonly RunRecord[]) {
    const ids = runs.map(({ run_id: id }) => id);
    const [aboutOf, recorded, live] = await Promise.all([
      this.#describe(ids),
      this.#facts.usageOf(ids),
      this.#runHost.store.listLiveApplications(),
    ]);
    return Promise.all(
      runs.map(async (run) => {
        const { run_id, status, application, agent_name, segment, created_at, updated_at } = run;
        const { waiting, questions } = await this.#countQuestions(run);
        const usage = recorded.get(run_id);
        const tokens = usage ?? (await this.#loggedUsage(run));
        const isProgramRunning = this.#runHost.executes(run) || live.includes(application);
        return {
          run_id,
          status,
          state: runState(run, { waiting, isProgramRunning }),
          application,
          agent_name,
          segment,
          created_at,
          updated_at,
          waiting,
          questions,
          waits_for: waitsFor(run, waiting),
          is_application_running: isProgramRunning,
          ...aboutOf(run_id),
          tokens: tokens === undefined ? null : { input: tokens.input, output: tokens.output },
          cost_usd: usage?.cost_usd ?? (tokens ? costOf(this.#prices, application, tokens) : null),
        };
      }),
    );
  }

  /** Returns what this server recorded about runs that it started, and what the engine stored about all others. */
  async #describe(runIds: readonly string[]) {
    const [known, described] = await Promise.all([this.#facts.factsOf(runIds), this.#descriptions(runIds)]);
    return (runId: string) => {
      const [facts, about] = [known.get(runId), described.get(runId)];
      return {
        user_intent: facts?.user_intent ?? about?.task ?? null,
        started_by: facts?.started_by ?? about?.requester ?? null,
        scenario: facts?.scenario ?? null,
      };
    };
  }

  /** A run that was sealed with another key has no description. */
  async #descriptions(runIds: readonly string[]): Promise<ReadonlyMap<string, RunDescription>> {
    try {
      return await this.#runHost.runner().describeRuns(runIds);
    } catch (error) {
      if (error instanceof SekishoError && error.code === 'AGENTS-E-RUN-STATE') return new Map();
      throw error;
    }
  }

  /** Counts the approval requests of a run, up to a limit, and those of a suspended run that are pending. */
  async #countQuestions({ run_id, status }: RunRecord) {
    const { rows } = await this.#runHost.store.listApprovals({ run_id, limit: MAX_PENDING });
    const pending = status === 'suspended' ? rows.filter((row) => row.status === 'pending') : [];
    return { waiting: pending.length, questions: rows.length };
  }

  /** Returns the usage that the engine logged when the run was last suspended or ended. */
  async #loggedUsage({ run_id: runId, status }: RunRecord) {
    const event = status === 'done' ? 'run.finished' : 'run.suspended';
    return usageIn(await this.#runHost.store.queryLogs({ runId, event }));
  }

  /** Returns the number of model responses: the logged number, or the number of responses in the journal. */
  async #countAnswers({ run_id: runId, segment: last }: RunRecord, records: readonly ExecutionLog[]) {
    const logged = usageIn(records);
    if (logged !== undefined) return logged.requests;
    let count = 0;
    for (let segment = 0; segment <= last; segment += 1)
      count += (await this.#runHost.store.getSteps(runId, segment)).filter(isAnswer).length;
    return count;
  }

  async #filter(runs: readonly RunRecord[], query: RunQuery): Promise<readonly RunRecord[]> {
    const { agent, application, created_after, created_before } = query;
    const found = runs.filter(
      (run) =>
        (agent === undefined || run.agent_name === agent) &&
        (application === undefined || run.application === application) &&
        (created_after === undefined || run.created_at >= created_after) &&
        (created_before === undefined || run.created_at < created_before),
    );
    const { q, state, requester } = query;
    if ((q ?? state ?? requester) === undefined || found.length === 0) return found;
    const summaries = new Map((await this.#summarize(found)).map((summary) => [summary.run_id, summary]));
    const words = q === undefined ? '' : fold(q);
    return found.filter(({ run_id }) => {
      const summary = summaries.get(run_id);
      if (!summary) return false;
      const { agent_name, application: app, user_intent: task, started_by: by } = summary;
      return (
        (state === undefined || summary.state === state) &&
        (requester === undefined || by === requester) &&
        [run_id, agent_name, app, task ?? '', by ?? ''].some((text) => fold(text).includes(words))
      );
    });
  }

  /** Returns the values of the filters, from the newest runs. */
  async facets() {
    const { rows } = await this.#runHost.store.listRuns({ limit: MAX_FACET_RUNS });
    const aboutOf = await this.#describe(rows.map(({ run_id: id }) => id));
    return {
      agents: distinct(rows.map((run) => run.agent_name)),
      applications: distinct(rows.map((run) => run.application)),
      requesters: distinct(rows.map((run) => aboutOf(run.run_id).started_by)),
    };
  }

  /** Returns the conversation of a run to a person who may decide, and records that it was read. */
  async context(runId: string, identity: Identity, approvalId: string | undefined) {
    await this.#find(runId);
    const by = { id: identity.id, assurance: identity.via };
    const context = await this.#runHost.runner().readContext(runId, { by, approvalId });
    return { ...context, entries: [...context.entries], passages: [...context.passages] };
  }
}

/** A decided run waits for a process of its application: in the queue or, for a short time, suspended. */
function waitsFor({ status, owner }: RunRecord, waiting: number): 'person' | 'program' | null {
  if (status === 'suspended') return waiting > 0 ? 'person' : 'program';
  return status === 'running' && owner === QUEUE_OWNER ? 'program' : null;
}

/** The journal also contains steps that describe the run. */
const isAnswer = ({ name }: { readonly name: string }) => !/^(?:context|history):/.test(name);

const distinct = (texts: readonly (string | null)[]) =>
  [...new Set(texts.flatMap((text) => text || []))].toSorted();
const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const outputTextSchema = z.object({ type: z.literal('output_text'), text: z.string() });
const answerSchema = z.array(z.object({ content: z.array(z.unknown()).catch([]) }));

function finalOutput(calls: readonly ModelCall[]): string | null {
  const last = calls.at(-1)?.answer;
  if (last === undefined || last === '') return null;
  const parts = answerSchema.parse(JSON.parse(last)).flatMap(({ content }) => content);
  const texts = parts.flatMap((part) => outputTextSchema.safeParse(part).data?.text ?? []);
  return texts.join('\n') || null;
}

/**
 * Returns the model usage that the engine logged when the run was last suspended or completed. Undefined before that,
 * and for other endings.
 */
function usageIn(
  records: readonly ExecutionLog[],
): { input: number; output: number; requests: number } | undefined {
  const record = records.findLast(({ event }) => event === 'run.finished' || event === 'run.suspended');
  const { input_tokens: input, output_tokens: output, requests } = record?.data ?? {};
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return { input, output, requests: typeof requests === 'number' ? requests : 0 };
}
