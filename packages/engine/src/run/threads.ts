import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import { describeFunction, type DescribedFunction } from '../gate/describe-function.ts';
import { RuleSafetyAgent } from '../gate/rule-safety-agent.ts';
import { declareManifest, type DeclaredManifest } from '../wire/tool-manifest.ts';
import { createEngine, type Engine, type OpenRunOptions } from './engine.ts';
import type { EngineOptions } from './engine-parts.ts';
import { requireProfileName } from './policy-resolver.ts';
import type { Run } from './run.ts';
import { isAsStrict } from './run-settings.ts';
import { Thread } from './thread.ts';

/** The options of `createThreads`: those of an engine, without a required one. */
export interface ThreadsOptions extends Omit<Partial<EngineOptions>, 'manifests'> {
  /** What the owners of the tools declare about their effects, by name. The effect of other tools is inferred. */
  readonly manifests?: Readonly<Record<string, DeclaredManifest>> | undefined;
  /** How long `open` waits for another process that uses the thread, or for the lease of a dead one. Default 60,000. */
  readonly openTimeoutMs?: number | undefined;
  /** How long a closed thread stays open in this process, for frameworks that use it several times in a row. Default 0. */
  readonly lingerMs?: number | undefined;
}

/** The options that threads use themselves; the others belong to the engine. */
type OwnOptions = Pick<ThreadsOptions, 'manifests' | 'openTimeoutMs' | 'lingerMs'>;

/** The options of `open`. */
export interface OpenThreadOptions extends Omit<OpenRunOptions, 'key'> {
  /** The id of the conversation. The server chooses it, or checks that it belongs to the user. */
  readonly id: string;
  /** The instructions of the agent's developer. */
  readonly instructions?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The run of a thread in this process, which concurrent requests share. */
interface SharedRun {
  readonly opened: Promise<Run>;
  readonly seen: Set<string>;
  users: number;
  timer?: NodeJS.Timeout | undefined;
}

/** The number of denied calls since the last text of the user that ends a thread. */
const MAX_DENIALS = 25;
const MAX_DESCRIPTIONS = 1_000;
const RETRY_MS = 100;
const OPEN_TIMEOUT_MS = 60_000;

const stateSchema = z.object({ seen: z.array(z.string()) });

/** Creates an engine for a framework with conversations. `name` is the name of the integration. */
export function createThreads(name: string, options: ThreadsOptions = {}): Threads {
  const { manifests, openTimeoutMs, lingerMs, safetyAgent = new RuleSafetyAgent(), ...rest } = options;
  const integration = { name, onDeny: { maxDenials: MAX_DENIALS } };
  const engine = createEngine({ ...rest, safetyAgent, integration });
  return new Threads(engine, { manifests, openTimeoutMs, lingerMs });
}

/**
 * The conversations of an agent framework. A thread is one run that lasts as long as the conversation: it is suspended between
 * two requests of the framework, and any process opens it again.
 */
export class Threads {
  readonly engine: Engine;
  readonly #options: OwnOptions;
  readonly #descriptions = new Map<string, ToolDescription>();
  readonly #shared = new Map<string, SharedRun>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(engine: Engine, options: OwnOptions = {}) {
    this.engine = engine;
    this.#options = options;
  }

  /** Describes a function tool, with the manifest that its owner declared. Equal functions have the same description. */
  describe(tool: Omit<DescribedFunction, 'manifest'>): ToolDescription {
    const { manifests = {} } = this.#options;
    // Own properties only: a tool named "constructor" must not find Object.prototype.
    const declared = Object.hasOwn(manifests, tool.name) ? manifests[tool.name] : undefined;
    const described = describeFunction({ ...tool, manifest: declared && declareManifest(declared) });
    const known = this.#descriptions.get(described.definition_digest);
    if (known) return known;
    if (this.#descriptions.size >= MAX_DESCRIPTIONS) this.#descriptions.clear();
    this.#descriptions.set(described.definition_digest, described);
    return described;
  }

  /**
   * Opens a thread. Concurrent requests of this process share it; a request of another process, or one with stricter options, waits
   * until it is closed. A thread that is opened again keeps its settings, unless the options are stricter or contain other session
   * data. Throws AGENTS-E-APPROVAL-INVALID while a person has to state the outcome of a call that a crash interrupted.
   */
  async open(options: OpenThreadOptions): Promise<Thread> {
    const { id, agent, instructions, policyProfile, signal } = options;
    // A name that is not valid must not be noticed after the thread was joined.
    if (policyProfile !== undefined) requireProfileName(policyProfile);
    const deadline = performance.now() + (this.#options.openTimeoutMs ?? OPEN_TIMEOUT_MS);
    for (;;) {
      signal?.throwIfAborted();
      const joined = await this.#join(options);
      const run = await joined.opened;
      if (isAsStrict(run.settings, options)) {
        const turnAgent = { name: agent, ...(instructions !== undefined && { instructions }) };
        return new Thread(id, run, turnAgent, joined.seen, () => this.#leave(id, joined));
      }
      joined.users -= 1;
      if (joined.users === 0) await this.#suspend(id, joined);
      else if (performance.now() > deadline)
        throw new SekishoError(
          'AGENTS-E-RUN-CONFLICT',
          `The thread "${id}" is open with a weaker profile, without requireHumanApproval, or with another user. Close it first.`,
        );
      else await sleep(RETRY_MS, undefined, { signal });
    }
  }

  /** Suspends the threads that no request uses any more, and closes the engine. */
  async close(): Promise<void> {
    const unused = [...this.#shared].filter(([, { users }]) => users === 0);
    await Promise.all(unused.map(([id, shared]) => this.#suspend(id, shared)));
    await this.engine.close();
  }

  /** Joins the thread that is open in this process, or opens it. */
  async #join(options: OpenThreadOptions): Promise<SharedRun> {
    const { id } = options;
    for (let closing = this.#closing.get(id); closing; closing = this.#closing.get(id)) await closing;
    let shared = this.#shared.get(id);
    if (!shared) {
      const seen = new Set<string>();
      shared = { users: 0, seen, opened: this.#openRun(options, seen) };
      this.#shared.set(id, shared);
    }
    const joined = shared;
    joined.users += 1;
    clearTimeout(joined.timer);
    joined.opened.catch(() => {
      if (this.#shared.get(id) === joined) this.#shared.delete(id);
    });
    return joined;
  }

  async #openRun(options: OpenThreadOptions, seen: Set<string>): Promise<Run> {
    const { id, instructions: _, signal, ...rest } = options;
    const deadline = performance.now() + (this.#options.openTimeoutMs ?? OPEN_TIMEOUT_MS);
    for (;;) {
      signal?.throwIfAborted();
      try {
        const run = await this.engine.openRun({ ...rest, key: id });
        if (run.state !== '')
          for (const digest of stateSchema.parse(JSON.parse(run.state)).seen) seen.add(digest);
        return run;
      } catch (error) {
        const isBusy = error instanceof SekishoError && error.code === 'AGENTS-E-RUN-CONFLICT';
        if (!isBusy || performance.now() > deadline || error.message.includes('Use another key')) throw error;
      }
      await sleep(RETRY_MS, undefined, { signal });
    }
  }

  async #leave(id: string, shared: SharedRun): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0) return;
    const { lingerMs = 0 } = this.#options;
    if (lingerMs === 0) return this.#suspend(id, shared);
    // A failure is reported to the next request that opens the thread.
    const end = () => void this.#suspend(id, shared).catch(() => undefined);
    shared.timer = setTimeout(end, lingerMs).unref();
  }

  async #suspend(id: string, shared: SharedRun): Promise<void> {
    clearTimeout(shared.timer);
    this.#shared.delete(id);
    const closed = shared.opened.then((run) => suspend(run, shared.seen));
    const settled = closed.catch(() => undefined).then(() => void this.#closing.delete(id));
    this.#closing.set(id, settled);
    await closed;
  }
}

async function suspend(run: Run, seen: ReadonlySet<string>): Promise<void> {
  await run.idle();
  if (run.refusal) await run.fail('denied', run.refusal);
  else await run.wait({ state: JSON.stringify({ seen: [...seen] }) });
}
