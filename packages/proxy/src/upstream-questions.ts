import { inputRequired, type ElicitRequestParams, type ElicitResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Caller } from './approval-wait.ts';
import type { GatedResult } from './proxy-session.ts';

const QUESTION_KEY = 'upstream';
const NO_ANSWER: ElicitResult = { action: 'cancel' };

interface OpenCall {
  readonly caller: Caller;
  readonly ask: (question: ElicitRequestParams) => Promise<ElicitResult>;
}

/** A question of a server that a client has received and not answered yet. */
interface Conversation {
  readonly call: string;
  readonly question: ElicitRequestParams;
  readonly performed: Promise<GatedResult>;
  readonly answer: (reply: ElicitResult) => void;
}

/**
 * Questions of upstream servers to the user. Only a client with an open call to that server is asked; if several clients have
 * one, none is asked.
 */
export class UpstreamQuestions {
  readonly #calls = new Map<string, Set<OpenCall>>();
  readonly #conversations = new Map<string, Conversation>();
  #last = 0;

  /** Passes the question of a server to the client whose call is open. */
  async ask(serverId: string, question: ElicitRequestParams): Promise<ElicitResult> {
    const calls = [...(this.#calls.get(serverId) ?? [])];
    const [call] = calls;
    if (!call || new Set(calls.map(({ caller }) => caller.name)).size > 1) return NO_ANSWER;
    const mode = 'mode' in question && question.mode === 'url' ? 'url' : 'form';
    return call.caller.elicits[mode] ? call.ask(question) : NO_ANSWER;
  }

  /**
   * Performs a call, or continues it with the reply of the client. Returns the question of the server if it asks one. A repeated
   * call without a reply gets the same question again.
   */
  async during(
    { serverId, call }: { readonly serverId: string; readonly call: string },
    caller: Caller,
    perform: () => Promise<GatedResult>,
  ): Promise<GatedResult> {
    const id = [...this.#conversations].find(([, each]) => each.call === call)?.[0];
    const known = id === undefined ? undefined : this.#conversations.get(id);
    if (id === undefined || !known) return this.#listen(serverId, call, caller, perform());
    const reply = caller.asked?.approval === id ? caller.answers?.[QUESTION_KEY] : undefined;
    const parsed = replySchema.safeParse(reply);
    if (!parsed.success) return this.#question(id, known.question, caller);
    this.#conversations.delete(id);
    const listening = this.#listen(serverId, call, caller, known.performed);
    known.answer(parsed.data);
    return listening;
  }

  /** Waits for the result of a call or a question of its server. */
  async #listen(
    serverId: string,
    call: string,
    caller: Caller,
    performed: Promise<GatedResult>,
  ): Promise<GatedResult> {
    const asked = Promise.withResolvers<ElicitRequestParams>();
    const replied = Promise.withResolvers<ElicitResult>();
    const ask = (question: ElicitRequestParams) => {
      asked.resolve(question);
      return replied.promise;
    };
    const calls = this.#calls.get(serverId) ?? new Set();
    const open: OpenCall = { caller, ask };
    this.#calls.set(serverId, calls.add(open));
    try {
      const first = await Promise.race([performed, asked.promise.then((question) => ({ question }))]);
      if (!('question' in first)) return first;
      const id = `upstream:${(this.#last += 1)}`;
      this.#conversations.set(id, { call, question: first.question, performed, answer: replied.resolve });
      // The call may end while the client asks its user.
      performed.then(
        () => this.#conversations.delete(id),
        () => this.#conversations.delete(id),
      );
      return this.#question(id, first.question, caller);
    } finally {
      calls.delete(open);
    }
  }

  async #question(id: string, params: ElicitRequestParams, { seal }: Caller): Promise<GatedResult> {
    const requestState = await seal({ approval: id, at: Date.now() });
    const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create' as const, params } };
    return { kind: 'input', result: inputRequired({ inputRequests, requestState }) };
  }
}

const replySchema = z.looseObject({ action: z.enum(['accept', 'decline', 'cancel']) });
