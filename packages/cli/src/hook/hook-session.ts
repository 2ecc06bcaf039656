import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SekishoError,
  type Engine,
  type HumanApprovalRequest,
  type RequestedCall,
  type Run,
  type ToolCall,
} from '@sekisho/engine';
import { digestOf } from '@sekisho/engine/integration';
import { describeTool } from './coding-tools.ts';
import type { HookEvent } from './hook-event.ts';
import type { Client, HookDecision } from './replies.ts';
import { touchesGate, type GatePlace } from './touches-gate.ts';

type Before = Extract<HookEvent, { readonly kind: 'before' }>;
type After = Extract<HookEvent, { readonly kind: 'after' }>;

const RETRY_MS = 250;
const MAX_RUNS = 50;
const MAX_TEXTS = 100;
const NONE: HookDecision = { kind: 'none' };
/** The clients that execute a call with the arguments of the approver. */
const EDITABLE: ReadonlySet<Client> = new Set(['claude', 'codex', 'opencode']);

/**
 * One session of a coding agent: one run of the engine. The client executes the tools; the engine decides, and stores the intent
 * before the client may start one. A call that is repeated after its hook gave up joins the open request.
 */
export class HookSession {
  readonly #engine: Engine;
  readonly #client: Client;
  readonly #id: string;
  readonly #gate: Omit<GatePlace, 'cwd'>;
  readonly #texts: string[] = [];
  #opened: Promise<Run> | undefined;
  /** The keys of calls that have not started, by the digest of tool and arguments. */
  readonly #waiting = new Map<string, Promise<string>>();
  /** Calls that have started, with the id of the client or else their digest, which equal calls share. */
  readonly #started: { readonly id: string; readonly key: string }[] = [];
  /** Calls that one event may start. Equal calls at the same time join one request, and only one of them starts. */
  readonly #claimed = new Set<string>();
  #handling = 0;
  #usedAt = performance.now();

  constructor(engine: Engine, client: Client, id: string, gate: Omit<GatePlace, 'cwd'>) {
    this.#engine = engine;
    this.#client = client;
    this.#id = id;
    this.#gate = gate;
  }

  /** What the user wrote in this session. */
  get userTexts(): readonly string[] {
    return this.#texts;
  }

  /** Returns whether no event arrived for this time and none is being handled. */
  isIdle(ms: number): boolean {
    return this.#handling === 0 && performance.now() - this.#usedAt >= ms;
  }

  /** Ends the work of this process on the session. A later event of it opens its run again. */
  async release(): Promise<void> {
    await (await this.#opened)?.release();
  }

  /** Handles an event. `signal` ends when the hook has to reply. */
  async handle(event: HookEvent, signal: AbortSignal): Promise<HookDecision> {
    this.#handling += 1;
    try {
      return await this.#handle(event, signal);
    } finally {
      this.#handling -= 1;
      this.#usedAt = performance.now();
    }
  }

  async #handle(event: HookEvent, signal: AbortSignal): Promise<HookDecision> {
    switch (event.kind) {
      case 'prompt': {
        const run = await this.#run(event, signal);
        run.addUserText(event.text);
        this.#texts.push(event.text);
        if (this.#texts.length > MAX_TEXTS) this.#texts.shift();
        await run.flush();
        return NONE;
      }
      case 'before':
        return this.#before(event, signal);
      case 'after':
        return this.#after(event, signal);
      case 'stop':
        return this.#stop(event, signal);
      case 'other':
        return NONE;
    }
  }

  async #before(event: Before, signal: AbortSignal): Promise<HookDecision> {
    const run = await this.#run(event, signal);
    const tool = describeTool(this.#client, event.tool);
    const rawArguments = JSON.stringify(event.args);
    const digest = digestOf([tool.id, event.args]).slice(0, 32);
    const ownKey = `${digest}:${event.callId ?? randomUUID()}`;
    const joined = this.#join(run, digest, ownKey);
    const joinedKey = await joined;
    const isOwn = touchesGate(tool.manifest?.effect, event.args, { ...this.#gate, cwd: event.cwd });
    const hostPolicy = isOwn ? 'always' : 'never';
    for (let key = joinedKey; ; key = ownKey) {
      const requested = { key, callId: key, tool, rawArguments, executor: 'elsewhere', hostPolicy } as const;
      const call = await this.#decide(run, requested, signal);
      if (call?.stage === 'waiting') return deny(pendingText(call.approval));
      if (this.#waiting.get(digest) === joined) this.#waiting.delete(digest);
      if (call?.stage === 'refused') return deny(call.text);
      // An equal call at the same time needs no person, so each of them is a call of its own.
      const isTaken = key !== ownKey && call?.decision.decision === 'allow' && this.#isClaimed(call);
      if (!isTaken) return this.#start(run, call, event.callId ?? digest);
    }
  }

  /** Returns the key of an equal call that has not started, or else the own key. */
  #join(run: Run, digest: string, ownKey: string): Promise<string> {
    const joined =
      this.#waiting.get(digest) ?? this.#findRequest(run, digest).then((found) => found ?? ownKey);
    this.#waiting.set(digest, joined);
    joined.catch(() => this.#waiting.delete(digest));
    return joined;
  }

  /** Decides a call, after the decision of a person if it needs one and the hook can wait for it. */
  async #decide(run: Run, requested: RequestedCall, signal: AbortSignal): Promise<ToolCall | undefined> {
    for (;;) {
      const [call] = await run.decideTurn({
        agent: { name: this.#client },
        calls: [requested],
        execution: 'later',
        visible: true,
      });
      if (call?.stage !== 'waiting' || !(await this.#isDecided(call.approval, signal))) return call;
    }
  }

  #isClaimed(call: ToolCall): boolean {
    return this.#claimed.has(call.key) || (call.stage === 'allowed' && call.hasIntent);
  }

  /** Lets the client start an allowed call, once. `id` is the name of the call in the event after it. */
  async #start(run: Run, call: ToolCall | undefined, id: string): Promise<HookDecision> {
    // A call that has started before must not start again, whatever the client presents.
    if (call?.stage !== 'allowed' || this.#isClaimed(call) || call.earlier !== undefined)
      return deny('The permission was used by an equal call. This call was not executed.');
    const { key, editedArguments, permission } = call;
    // The permission stays unused, so an equal call receives the same instruction.
    if (editedArguments !== undefined && !EDITABLE.has(this.#client))
      return deny(`The approver changed the arguments. Call the tool with exactly these: ${editedArguments}`);
    this.#claimed.add(key);
    await run.started(key);
    this.#started.push({ id, key });
    if (permission.kind === 'gate') return NONE;
    const args: unknown = editedArguments === undefined ? undefined : JSON.parse(editedArguments);
    return {
      kind: 'allow',
      reason: 'A person approved exactly this call.',
      ...(args !== undefined && { args }),
    };
  }

  async #after(event: After, signal: AbortSignal): Promise<HookDecision> {
    const run = await this.#run(event, signal);
    const tool = describeTool(this.#client, event.tool);
    const id = event.callId ?? digestOf([tool.id, event.args]).slice(0, 32);
    const index = this.#started.findIndex((call) => call.id === id);
    const [started] = index === -1 ? [] : this.#started.splice(index, 1);
    if (started) run.finished(started.key, event.outcome);
    // The process that saw the start has ended, or the call did not pass this gate. Its result was read all the same.
    else if ('value' in event.outcome) run.recordContent(tool.id, event.outcome.value, { args: event.args });
    await run.flush();
    return NONE;
  }

  /** The turn is over: calls without a result were refused by the client itself, or interrupted. */
  async #stop(event: HookEvent, signal: AbortSignal): Promise<HookDecision> {
    if (this.#started.length === 0) return NONE;
    const run = await this.#run(event, signal);
    for (const { key } of this.#started.splice(0))
      run.finished(key, { failure: 'The client reported no result.' });
    await run.flush();
    return NONE;
  }

  /** Returns the key of an equal call that has waited since the time before a restart. */
  async #findRequest(run: Run, digest: string): Promise<string | undefined> {
    const pending = await this.#engine.getPendingApprovals(run.id).catch((error: unknown) => {
      if (error instanceof SekishoError && error.code === 'AGENTS-E-APPROVAL-NOT-FOUND') return [];
      throw error;
    });
    return pending.find(({ call_key: key, kind }) => kind === 'call' && key.startsWith(`${digest}:`))
      ?.call_key;
  }

  async #isDecided({ approval_id: id }: HumanApprovalRequest, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#engine.waitForDecision(id, signal);
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  }

  #run(event: HookEvent, signal: AbortSignal): Promise<Run> {
    this.#opened ??= this.#open(event, signal).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Opens the run of this session. After a crash of the resident process, the lease of its run has to end first. */
  async #open({ cwd }: HookEvent, signal: AbortSignal): Promise<Run> {
    for (let number = 1; number <= MAX_RUNS;) {
      signal.throwIfAborted();
      try {
        const key = `${this.#client} ${this.#id} ${number}`;
        return await this.#engine.openRun({ agent: this.#client, key, sessionData: { cwd } });
      } catch (error) {
        if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-RUN-CONFLICT') throw error;
        if (/executed by another process/.test(error.message)) await sleep(RETRY_MS, undefined, { signal });
        else number += 1;
      }
    }
    throw new Error('This session was ended too often. Start a new session of the client.');
  }
}

const deny = (reason: string): HookDecision => ({ kind: 'deny', reason });

function pendingText({ approval_id: id, prompt }: HumanApprovalRequest): string {
  return [
    'This call was not executed. It waits for the decision of a person.',
    prompt,
    `The user decides with: sekisho inbox (request ${id}). Tell the user, and repeat exactly the same call afterwards.`,
  ].join('\n');
}
