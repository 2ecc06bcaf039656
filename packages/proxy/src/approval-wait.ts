import {
  inputRequired,
  type CallToolResult,
  type ClientCapabilities,
  type LoggingMessageNotificationParams,
} from '@modelcontextprotocol/server';
import type { Engine, HumanApprovalRequest, Run } from '@sekisho/engine';
import { z } from 'zod';
import type { GatedResult } from './proxy-session.ts';

/** The client of a request: what it supports, and what it sent when it repeated the request. */
export interface Caller {
  readonly name: string;
  /** Equal for all requests of one client: its connection, or its name where the protocol has no connections. */
  readonly connection: unknown;
  readonly capabilities: Pick<ClientCapabilities, 'elicitation' | 'roots' | 'sampling'>;
  /** The client's id of the call, which its hooks receive too. */
  readonly callId: string | undefined;
  /** The `_meta` of the request for a server: the fields of the client, without those of its connection. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly wantsProgress: boolean;
  /** Sends progress if the client asked for it. */
  readonly sendProgress: (progress: object) => void;
  /** Resolves when all progress was sent: clients ignore progress after the result. */
  readonly progressSent: () => Promise<unknown> | undefined;
  readonly elicits: { readonly form: boolean; readonly url: boolean };
  /** The question that the client was asked in the round before, as sealed by the proxy. */
  readonly asked?: AskedQuestion | undefined;
  readonly answers?: Replies | undefined;
  /** Passes a log message of a server to the client, if it asked for messages of this level. */
  readonly log: (message: LoggingMessageNotificationParams) => void;
  /** Seals a question for the next round. */
  readonly seal: (asked: AskedQuestion) => Promise<string>;
}

/** The replies of a client by the keys of the requests, not validated. */
export type Replies = Readonly<Record<string, unknown>>;

/** A question of the proxy to a client. */
export interface AskedQuestion {
  readonly approval: string;
  readonly at: number;
}

/** The settings of the proxy that decide how a call waits. */
interface WaitOptions {
  readonly consoleUrl?: string | undefined;
  readonly waitSeconds?: number | undefined;
  readonly approveInClient: boolean;
  readonly clock: () => number;
}

const PROGRESS_MS = 4_000;
/** Clients without a user reply to every question at once. Such a reply is no decision of a person. */
const MIN_REPLY_MS = 1_000;
const QUESTION = 'sekisho_approval';

/** A reply to the form that contains a decision. */
const decisionSchema = z.union([
  z.object({ action: z.literal('decline') }).transform(() => ({ approve: false })),
  z
    .object({ action: z.literal('accept'), content: z.object({ approve: z.boolean() }) })
    .transform(({ content }) => content),
]);

/** How long a client waits for a call at least, by its name. Below these limits a call can wait for a decision. */
const WAIT_SECONDS: readonly (readonly [RegExp, number])[] = [
  [/claude/i, 600],
  [/codex/i, 270],
  [/gemini/i, 540],
];
const DEFAULT_WAIT_SECONDS = 45;

/**
 * Waits for the decision about a call. In this order: a question in the client, if it can ask; waiting with progress, below the
 * time limit of the client; a result that tells the model to repeat the call. A decision is made in the console, on the command
 * line or, if that is enabled, in a form of the client.
 */
export class ApprovalWait {
  readonly #engine: Engine;
  readonly #options: WaitOptions;

  constructor(engine: Engine, options: WaitOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Waits for the decision about a call of a run. */
  async forDecision(
    run: Run,
    key: string,
    approval: HumanApprovalRequest,
    caller: Caller,
  ): Promise<'decided' | GatedResult> {
    const { approval_id: id } = approval;
    const isAsked = caller.asked?.approval === id;
    if (isAsked && (await this.#applyReply(run, key, approval, caller))) return 'decided';
    if (!isAsked) {
      const question = this.#question(run, key, approval, caller);
      if (question) return { kind: 'input', result: await this.#ask(question, id, caller) };
    }
    return this.#wait(approval, caller);
  }

  /** Waits until a person stated the outcome of a call that was interrupted by a crash. */
  forOutcome(approval: HumanApprovalRequest, caller: Caller): Promise<'decided' | GatedResult> {
    return this.#wait(approval, caller);
  }

  /**
   * Returns how the client is asked: with a link to the console, or in a form. Only a request whose prompt contains every value
   * can be decided in a form, and none of the highest risk.
   */
  #kindOf(
    run: Run,
    key: string,
    approval: HumanApprovalRequest,
    { elicits }: Caller,
  ): 'url' | 'form' | undefined {
    if (elicits.url && this.#options.consoleUrl !== undefined) return 'url';
    const { display, risk_level: risk } = approval;
    const isDecidable = display === 'complete' && risk < 5 && run.mayHostApprove(key);
    return this.#options.approveInClient && elicits.form && isDecidable ? 'form' : undefined;
  }

  /** Returns the question for the client. */
  #question(run: Run, key: string, approval: HumanApprovalRequest, caller: Caller) {
    const message = approval.prompt;
    switch (this.#kindOf(run, key, approval, caller)) {
      case 'url':
        return inputRequired.elicitUrl({ message, url: this.#linkTo(approval) ?? '' });
      case 'form':
        return inputRequired.elicit({
          message,
          requestedSchema: {
            type: 'object',
            properties: {
              approve: { type: 'boolean', title: 'Approve this call? / この呼び出しを承認しますか' },
            },
            required: ['approve'],
          },
        });
      case undefined:
        return undefined;
    }
  }

  async #ask(question: ReturnType<typeof inputRequired.elicit>, id: string, { seal }: Caller) {
    const requestState = await seal({ approval: id, at: this.#options.clock() });
    return inputRequired({ inputRequests: { [QUESTION]: question }, requestState });
  }

  /** Applies the reply to a form. Returns false if it is no decision of a person. */
  async #applyReply(run: Run, key: string, approval: HumanApprovalRequest, caller: Caller): Promise<boolean> {
    const { asked, answers, name } = caller;
    const { success, data: decision } = decisionSchema.safeParse(answers?.[QUESTION]);
    const isLate = asked !== undefined && this.#options.clock() - asked.at >= MIN_REPLY_MS;
    // A client may reply to a link as if it had received a form.
    if (!success || !isLate || this.#kindOf(run, key, approval, caller) !== 'form') return false;
    await run.requestHostApproval(key, { id: `client:${name}`, kind: 'host' }, async () => decision);
    return true;
  }

  async #wait(approval: HumanApprovalRequest, caller: Caller): Promise<'decided' | GatedResult> {
    const seconds = this.#options.waitSeconds ?? waitSecondsOf(caller.name);
    const end = AbortSignal.any([caller.signal, AbortSignal.timeout(seconds * 1_000)]);
    let progress = 0;
    const message = 'Waiting for the decision of a person. / 人の判断を待っています。';
    const report = () => caller.sendProgress({ progress: (progress += 1), message });
    const timer = setInterval(report, PROGRESS_MS);
    report();
    try {
      await this.#engine.waitForDecision(approval.approval_id, end);
      return 'decided';
    } catch (error) {
      if (!end.aborted) throw error;
      caller.signal.throwIfAborted();
      return { kind: 'pending', result: this.#pending(approval) };
    } finally {
      clearInterval(timer);
    }
  }

  // Everything is in the text, because some clients drop the structured content of errors.
  #pending(approval: HumanApprovalRequest): CallToolResult {
    const url = this.#linkTo(approval);
    const text = [
      'This call was not executed. It waits for the decision of a person.',
      approval.prompt,
      `Request: ${approval.approval_id}${url === undefined ? '' : ` at ${url}`}`,
      'Tell the user. Then repeat the same call, or call sekisho_result with this request id, to wait for the decision.',
    ];
    return { content: [{ type: 'text', text: text.join('\n') }], isError: true };
  }

  #linkTo({ approval_id: id }: HumanApprovalRequest): string | undefined {
    const { consoleUrl } = this.#options;
    return consoleUrl && new URL(`/inbox/${encodeURIComponent(id)}`, consoleUrl).href;
  }
}

function waitSecondsOf(client: string): number {
  return WAIT_SECONDS.find(([pattern]) => pattern.test(client))?.[1] ?? DEFAULT_WAIT_SECONDS;
}
