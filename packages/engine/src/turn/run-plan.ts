import { auditRecord } from '../audit/audit-record.ts';
import { messageOf } from '../audit/describe-error.ts';
import { maskText } from '../audit/mask-text.ts';
import { digestOf } from '../checks/digest.ts';
import type { PlanRequest } from '../gate/plan/planner.ts';
import { RulePlanner } from '../gate/plan/rule-planner.ts';
import { type TaskPlan, taskPlanSchema } from '../gate/plan/task-plan.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { ActiveRun } from './active-run.ts';
import type { TurnAgent } from './run-user.ts';

/**
 * The plan of the current turn of the user. It is made once, from the tools that are known before the first model call of the
 * turn, while that call is running. It ends when the user writes something else.
 */
export class RunPlan {
  readonly #run: ActiveRun;
  /** Created with the first planner that is asked, because most runs have none. */
  #abort: AbortController | undefined;
  #plan: TaskPlan | undefined;
  #work: Promise<void> | undefined;
  /** The turn for which planning has started. */
  #turn = '';
  #digest: { readonly revision: number; readonly text: string } | undefined;

  constructor(run: ActiveRun) {
    this.#run = run;
    this.#plan = run.settings.plan;
    this.#turn = run.settings.plan?.turn ?? '';
  }

  /** The plan of the current turn, if it is ready. */
  get current(): TaskPlan | undefined {
    return this.#plan && this.#plan.turn === this.#digestOfTurn() ? this.#plan : undefined;
  }

  /** Starts to plan the current turn, unless it is planned. It does not wait for the planner. */
  start(agent: TurnAgent, tools: readonly ToolDescription[]): void {
    const { context, settings, history, userTexts, journal } = this.#run;
    if (context.planner === undefined || history.turnTexts.length === 0) return;
    const turn = this.#digestOfTurn();
    if (this.#turn === turn) return;
    const isFirst = this.#turn === '';
    this.#turn = turn;
    const saved = journal.find(stepName(turn), '');
    if (saved !== undefined) {
      this.#plan = taskPlanSchema.parse(JSON.parse(saved));
      return;
    }
    const request: PlanRequest = {
      turn,
      texts: [...history.turnTexts],
      earlierTexts: userTexts.slice(0, Math.max(0, userTexts.length - history.turnTexts.length)),
      user: history.user,
      instructions: typeof agent.instructions === 'string' ? agent.instructions : undefined,
      sessionData: settings.sessionData,
      tools: tools.map((tool) => ({ tool, known: history.manifests.lookUp(tool) })),
    };
    // A turn that began before this process may have read untrusted content and may have found other tools since.
    const isLate = isFirst && (settings.segment > 0 || !journal.isEmpty);
    this.#work = isLate ? this.#byRules(request, LATE) : this.#make(request);
  }

  get isReady(): boolean {
    return this.#work === undefined;
  }

  /** Resolves when the plan is ready. The time of the planner is limited, so this never fails and never hangs. */
  async ready(): Promise<void> {
    await this.#work;
    this.#work = undefined;
  }

  /** Stops a planner whose plan is not needed any more. */
  stop(): void {
    this.#abort?.abort();
  }

  async #make(request: PlanRequest): Promise<void> {
    const { planner, planTimeoutMs } = this.#run.context;
    if (planner === undefined) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`The planner did not respond within ${planTimeoutMs} ms.`));
    }, planTimeoutMs);
    const stopped = () => reject(new Error('The run ended.'));
    const { signal } = (this.#abort ??= new AbortController());
    signal.addEventListener('abort', stopped);
    try {
      // An asynchronous function, because a planner of the host may throw synchronously.
      const made = (async () => planner.plan(request, signal))();
      const plan = taskPlanSchema.parse(await Promise.race([made, promise]));
      if (plan.turn !== request.turn) throw new Error('The planner returned a plan of another turn.');
      this.#use(plan);
    } catch (error) {
      await this.#byRules(request, maskText(messageOf(error)).slice(0, 400));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stopped);
    }
  }

  async #byRules(request: PlanRequest, why: string): Promise<void> {
    this.#use({ ...new RulePlanner().plan(request), why });
  }

  /** Stores the plan with the next commit, which is before any call of the turn runs. */
  #use(plan: TaskPlan): void {
    const { settings, journal, outbox, isClosed } = this.#run;
    // The user has written something else in the meantime.
    if (isClosed || plan.turn !== this.#turn) return;
    this.#plan = plan;
    const name = stepName(plan.turn);
    const head = { run_id: settings.runId, tool_call_id: name, event: 'plan.made', attempt: 0 } as const;
    const { made_by, why, actions, left_out } = plan;
    outbox.add({
      writes: journal.write({ name, fingerprint: '', value: JSON.stringify(plan) }),
      records: [
        auditRecord(
          { ...head, decision: made_by },
          { made_by, why: why ?? '', actions, left_out: left_out.length, plan_digest: digestOf(plan) },
        ),
      ],
      repeatable: true,
    });
  }

  #digestOfTurn(): string {
    const { revision } = this.#run.history;
    if (this.#digest?.revision !== revision) this.#digest = { revision, text: digestOf(this.#run.userTexts) };
    return this.#digest.text;
  }
}

const LATE = 'The turn began before this process, so only the rules plan it.';

const stepName = (turn: string) => `plan:${turn.slice(0, 32)}`;
