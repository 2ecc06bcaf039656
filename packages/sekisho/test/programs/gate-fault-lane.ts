import { z } from 'zod';
import {
  Agent,
  AgentsError,
  createRunner,
  RuleSafetyAgent,
  SafetyAgent,
  SekishoError,
  tool,
  type AgentRunner,
  type GateDecision,
} from '../../src/index.ts';
import { MemoryStateStore } from '../../../engine/src/store/memory/memory-state-store.ts';
import type { StateStore, StoreWrite } from '../../../engine/src/store/state-store.ts';
import { functionCall, scriptedModel, type ScriptedItem } from '../../src/testing/scripted-model.ts';
import { BAD_ARGUMENTS, RandomSource, JUDGE_FAULTS, ODD_TIMES, POISONED_RESULTS } from './gate-fault-plan.ts';
import { untyped } from './mediation-fixtures.ts';

/** The results of many runs. */
export class Findings {
  readonly fired = new Map<string, number>();
  readonly problems: string[] = [];
  readonly endings = new Map<string, number>();
  executions = 0;
  unrecorded = 0;
  readonly unjudged: string[] = [];
  runs = 0;

  get faults(): number {
    return [...this.fired.values()].reduce((sum, count) => sum + count, 0);
  }

  count(kind: string): void {
    this.fired.set(kind, (this.fired.get(kind) ?? 0) + 1);
  }

  end(how: string): void {
    this.runs += 1;
    this.endings.set(how, (this.endings.get(how) ?? 0) + 1);
  }
}

type CommitFault =
  | 'throws'
  | 'rejects'
  | 'returns a conflict'
  | 'returns an invalid result'
  | 'loses the response';

/** The faults of one run; each is counted when it occurs. */
interface Plan {
  readonly judge: Map<string, string>;
  readonly poison: Map<string, () => unknown>;
  commits: { after: number; fault: CommitFault } | undefined;
  clock: { after: number; time: () => number } | undefined;
  failingRead: keyof StateStore | undefined;
  clockFailed: boolean;
  /** The errors that the faults raised, as they may be reported. */
  readonly raised: string[];
}

const noFaults = (): Plan => ({
  judge: new Map(),
  poison: new Map(),
  commits: undefined,
  clock: undefined,
  failingRead: undefined,
  clockFailed: false,
  raised: [],
});

const READS = ['listGrants', 'listApprovals', 'getRun', 'lastLog', 'getApproval', 'getEffects'] as const;
const HANG_MS = 30_000;

/** One runner whose components fail as planned, used for one run after the other. */
export class Lane {
  readonly #chance: RandomSource;
  readonly #findings: Findings;
  readonly #name: string;
  readonly #allowed = new Set<string>();
  readonly #callOfKey = new Map<string, string>();
  readonly #tools = ['look', 'note', 'ask_me'].map((name) => this.#tool(name));
  #plan = noFaults();
  #calls = 0;
  #runner: AgentRunner;

  constructor(name: string, seed: number, findings: Findings) {
    this.#name = name;
    this.#chance = new RandomSource(seed);
    this.#findings = findings;
    this.#runner = this.#makeRunner();
  }

  /** Executes one run, and resumes it after an approval if it waits. */
  async run(): Promise<void> {
    const agent = this.#prepare();
    try {
      const result = await inTime(this.#runner.run(agent, 'Please look at a and note it.'));
      if (result.interruptions.length === 0) return this.#ended(result.output_text);
      this.#findings.end('waits');
      await this.#approve(result.run_id);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#plan = noFaults();
    }
  }

  async #approve(runId: string): Promise<void> {
    // The decision is stored without faults; the faults continue with the resume.
    const { commits, clock, failingRead } = this.#plan;
    Object.assign(this.#plan, { commits: undefined, clock: undefined, failingRead: undefined });
    let token = '';
    for (const { approval_id: id, run_id: of } of await this.#runner.getPendingApprovals())
      if (of === runId) ({ token } = await this.#runner.submitApproval(id, 'approve'));
    if (token === '') return;
    Object.assign(this.#plan, { commits, clock, failingRead });
    this.#ended((await inTime(this.#runner.resumeRun(runId, token))).output_text);
  }

  /** The runner is replaced periodically, so that its store stays small. */
  renew(): void {
    this.#runner = this.#makeRunner();
    this.#allowed.clear();
    this.#callOfKey.clear();
  }

  #ended(text: string): void {
    this.#findings.end(text === 'done' || text === '' ? 'completed' : `returns ${text}`);
    if (text !== 'done' && text !== '') this.#findings.problems.push(`The run returned ${text}.`);
  }

  #failed(error: unknown): void {
    if (error instanceof SekishoError) return this.#findings.end(error.code);
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    // Errors of a tool are reported as upstream reports them.
    if (error instanceof AgentsError) return this.#findings.end(error.name);
    if (this.#plan.raised.includes(message)) return this.#findings.end('the injected fault');
    this.#findings.end('uncoded error');
    this.#findings.problems.push(message.slice(0, 200));
  }

  #prepare(): Agent {
    const chance = this.#chance;
    this.#plan = noFaults();
    const turn = (calls: number, isBurst: boolean) => () =>
      Array.from({ length: calls }, () => this.#call(isBurst));
    const turns = Array.from({ length: chance.below(3) }, () => turn(1 + chance.below(3), false));
    if (chance.in(60)) turns.push(turn(4 + chance.below(12), true));
    if (chance.in(35)) {
      const fault = chance.pick<CommitFault>([
        'throws',
        'rejects',
        'returns a conflict',
        'returns an invalid result',
        'loses the response',
      ]);
      this.#plan.commits = { after: chance.below(6), fault };
    }
    if (chance.in(25)) this.#plan.clock = { after: chance.below(12), time: chance.pick(ODD_TIMES) };
    if (chance.in(20)) this.#plan.failingRead = chance.pick(READS);
    const [look, ...others] = this.#tools;
    const first = look && !chance.in(10) ? look : this.#addThrowingGetter(this.#tool('look'));
    return new Agent({ name: 'Clerk', model: scriptedModel(turns), tools: [first, ...others] });
  }

  /** In a burst most calls have their own fault; otherwise the tools can run. */
  #call(isBurst: boolean): ScriptedItem {
    const chance = this.#chance;
    this.#calls += 1;
    const id = `${this.#name}-${this.#calls}`;
    const name = chance.pick(['look', 'look', 'note', 'ask_me']);
    if (isBurst && chance.in(70)) this.#plan.judge.set(id, chance.pick(Object.keys(JUDGE_FAULTS)));
    else if (chance.in(isBurst ? 50 : 10)) {
      this.#plan.judge.set(id, 'unreadable arguments');
      this.#findings.count('arguments');
      return functionCall(id, name, chance.pick(BAD_ARGUMENTS));
    } else if (chance.in(20)) this.#plan.poison.set(id, chance.pick(POISONED_RESULTS));
    return functionCall(id, name, { what: chance.pick(['a', 'b', 'eve@evil.example']) });
  }

  #tool(name: string) {
    return tool({
      name,
      description: `Does ${name}.`,
      parameters: z.object({ what: z.string() }),
      execute: (_input, _context, details) => this.#body(details?.toolCall?.callId ?? ''),
    });
  }

  /** Adds a getter that throws to the definition of a tool. */
  #addThrowingGetter<T extends object>(definition: T): T {
    const key = this.#chance.pick(['description', 'parameters', 'needsApproval', 'name', 'type', 'invoke']);
    let wasRead = false;
    Object.defineProperty(definition, key, {
      get: () => {
        if (!wasRead) this.#findings.count(`getter of ${key}`);
        wasRead = true;
        throw new SekishoError('AGENTS-E-INPUT-INVALID', `The getter of ${key} failed.`);
      },
    });
    return definition;
  }

  #body(callId: string): string {
    this.#findings.executions += 1;
    if (!this.#allowed.has(callId)) this.#findings.unrecorded += 1;
    const fault = this.#plan.judge.get(callId);
    if (fault !== undefined) this.#findings.unjudged.push(fault);
    const poison = this.#plan.poison.get(callId);
    if (!poison) return 'It is done.';
    this.#findings.count('result');
    return untyped(poison());
  }

  #makeRunner(): AgentRunner {
    const rules = new RuleSafetyAgent();
    // Half of the runners trust their judge as they trust the rules.
    const safetyAgent = new SafetyAgent(
      (agent, request, context) => {
        const fault = JUDGE_FAULTS[this.#plan.judge.get(request.call_id) ?? ''];
        if (fault) {
          this.#findings.count(`judge ${this.#plan.judge.get(request.call_id) ?? ''}`);
          return untyped<GateDecision>(fault());
        }
        const ruled = rules.evaluate(agent, request, context);
        return request.tool_name === 'ask_me'
          ? { ...untyped<GateDecision>(ruled), decision: 'needs_human' }
          : ruled;
      },
      { appliesProfile: this.#chance.in(50) },
    );
    return createRunner({
      safetyAgent,
      store: ({ clock, link }) => this.#faultyStore(new MemoryStateStore({ clock, link })),
      secret: Buffer.alloc(32, 7),
      clock: () => this.#time(),
      judgeTimeoutMs: 5,
      maxArgumentBytes: 4_096,
    });
  }

  #time(): number {
    const { clock } = this.#plan;
    if (!clock || clock.after-- > 0) return Date.now();
    if (!this.#plan.clockFailed) this.#findings.count('clock');
    this.#plan.clockFailed = true;
    this.#plan.raised.push('RangeError: Invalid time value', 'Error: no clock');
    return clock.time();
  }

  #faultyStore(store: StateStore): StateStore {
    const commit = store.commit.bind(store);
    store.commit = (writes) => {
      const { commits } = this.#plan;
      const mayFail = commits && !writes.every(({ kind }) => kind === 'owner.beat') && commits.after-- === 0;
      if (!mayFail) return this.#commit(commit, writes);
      this.#findings.count(`commit ${commits.fault}`);
      this.#plan.raised.push('Error: disk gone', 'Error: connection lost');
      switch (commits.fault) {
        case 'throws':
          throw new Error('disk gone');
        case 'rejects':
          return Promise.reject(new Error('disk gone'));
        case 'returns a conflict':
          return Promise.resolve({ ok: false, failed: 0 });
        case 'returns an invalid result':
          return Promise.resolve(untyped(this.#chance.pick([undefined, null, {}, 'ok'])));
        case 'loses the response':
          return this.#commit(commit, writes).then(() => Promise.reject(new Error('connection lost')));
      }
    };
    for (const read of READS) {
      const original = untyped<(...args: unknown[]) => unknown>(store[read].bind(store));
      Reflect.set(store, read, (...args: unknown[]) => {
        if (this.#plan.failingRead !== read) return original(...args);
        this.#plan.failingRead = undefined;
        this.#findings.count(`read ${read}`);
        this.#plan.raised.push('Error: cannot read');
        throw new Error('cannot read');
      });
    }
    return store;
  }

  /** Records which calls have an allow, or a used approval, in the store. */
  async #commit(commit: StateStore['commit'], writes: readonly StoreWrite[]) {
    const outcome = await commit(writes);
    if (!outcome.ok) return outcome;
    for (const write of writes) {
      if (write.kind !== 'log.append') continue;
      const { event, run_id: run, tool_call_id: key, decision, data } = write.record;
      if (event === 'gate.decision') {
        const callId = String(Reflect.get(Object(JSON.parse(data)), 'call_id'));
        this.#callOfKey.set(`${run} ${key}`, callId);
        if (decision === 'allow') this.#allowed.add(callId);
      } else if (event === 'approval.used') this.#allowed.add(this.#callOfKey.get(`${run} ${key}`) ?? '');
    }
    return outcome;
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The run did not end in time.')), HANG_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
