import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type InputRequest,
  type InputRequests,
  type InputResponse,
  type InputResponses,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Caller, Replies } from './approval-wait.ts';
import type { GatedResult } from './proxy-session.ts';

/** The key of a request of a 2025 server, which has none. */
const REQUEST_KEY = 'upstream';
/** How long a client may take for its reply. Its own limit of the call is usually shorter. */
const REPLY_TIMEOUT_MS = 600_000;

/** What servers may request from clients. */
interface QuestionOptions {
  /** The folders that replace the roots of the client. */
  readonly roots?: readonly string[] | undefined;
  /** Whether servers may use the model of the client. */
  readonly sampling: boolean;
}

/** Requests of one server that a client has to answer together. */
interface Round {
  /** Replies are valid for one round only. */
  readonly id: string;
  readonly requests: InputRequests;
  readonly replied: PromiseWithResolvers<Replies>;
}

/** An open call to a server. Between its rounds, the client collects the replies. */
interface Conversation {
  readonly call: string;
  readonly serverId: string;
  readonly performed: Promise<GatedResult>;
  /** The last request of the client for this call. */
  caller: Caller;
  readonly rounds: Round[];
  /** Resolves when there is a round. */
  asked: PromiseWithResolvers<void>;
  /** Aborts the call when the client leaves while it waits for the result, not while it collects replies. */
  readonly left: AbortController;
}

/** What a call to a server needs from its client, which sends a new request with each round of replies. */
export interface OpenCall {
  readonly signal: AbortSignal;
  readonly provideInput: (requests: InputRequests) => Promise<InputResponses>;
  readonly onProgress: (progress: object) => void;
}

/**
 * Requests of upstream servers to clients: elicitation, sampling and roots. A server of the 2026 protocol returns them as the result of
 * a call; a server of the 2025 protocol sends them while a call is open. Only a client with an open call to that server is asked; if
 * several clients have one, the requests of a 2025 server cannot be assigned and are not answered.
 */
export class UpstreamQuestions {
  readonly #options: QuestionOptions;
  readonly #open = new Set<Conversation>();
  /** The conversations whose client has to reply, by call. */
  readonly #asking = new Map<string, Conversation>();
  #last = 0;

  constructor(options: QuestionOptions) {
    this.#options = options;
  }

  /** The capabilities that servers see for the calls of a client. */
  capabilitiesFor({ elicitation, roots, sampling }: Caller['capabilities']): Caller['capabilities'] {
    return {
      ...(elicitation && { elicitation }),
      ...((roots || this.#options.roots) && { roots: {} }),
      ...(sampling && this.#options.sampling && { sampling }),
    };
  }

  /** The clients with an open call to a server. */
  callersOf(serverId: string): ReadonlyMap<unknown, Caller> {
    const open = [...this.#open].filter((each) => each.serverId === serverId);
    return new Map(open.map(({ caller }) => [caller.connection, caller]));
  }

  /** Replies to a request of a 2025 server with the reply of the client whose call is open. */
  async reply(serverId: string, request: InputRequest): Promise<InputResponse> {
    const all = [...this.#open].filter((each) => each.serverId === serverId);
    // A client that already has to reply may never send another request. It must not block the others.
    const waiting = all.filter(({ rounds }) => rounds.length === 0);
    const open = waiting.length > 0 ? waiting : all;
    const [first] = open;
    const isOneClient = new Set(open.map(({ caller }) => caller.connection)).size === 1;
    const caller = isOneClient ? first?.caller : undefined;
    const known = this.#knownReply(request, caller);
    if (known) return known;
    const replies = first && (await this.#ask(first, { [REQUEST_KEY]: request }));
    return requireReply(replies, REQUEST_KEY);
  }

  /**
   * Performs a call, or continues it with the replies of the client. Returns the requests of the server if it has some. A repeated
   * call without replies gets the same requests again.
   */
  async during(
    { serverId, call }: { readonly serverId: string; readonly call: string },
    caller: Caller,
    perform: (open: OpenCall) => Promise<GatedResult>,
  ): Promise<GatedResult> {
    const known = this.#asking.get(call);
    if (known) {
      known.caller = caller;
      const [round] = known.rounds;
      const { asked, answers = {} } = caller;
      // A reply that lacks something, or that belongs to another round, gets the same requests again.
      const isComplete = round && Object.keys(round.requests).every((key) => Object.hasOwn(answers, key));
      if (isComplete && (asked?.approval ?? round.id) === round.id) this.#continue(known, answers);
      return this.#next(known);
    }
    const started = Promise.withResolvers<GatedResult>();
    const conversation: Conversation = {
      call,
      serverId,
      performed: started.promise,
      caller,
      rounds: [],
      asked: Promise.withResolvers(),
      left: new AbortController(),
    };
    this.#open.add(conversation);
    const end = () => {
      this.#open.delete(conversation);
      if (this.#asking.get(call) === conversation) this.#asking.delete(call);
    };
    started.promise.then(end, end);
    started.resolve(
      perform({
        signal: conversation.left.signal,
        provideInput: (requests) => this.#provide(conversation, requests),
        onProgress: (progress) => conversation.caller.sendProgress(progress),
      }),
    );
    return this.#next(conversation);
  }

  /** Ends the open calls: their clients have left, or will not be served any more. */
  close(): void {
    for (const { left, rounds } of this.#open) {
      left.abort();
      for (const { replied } of rounds)
        replied.reject(new ProtocolError(INTERNAL_ERROR, 'The proxy was closed.'));
    }
  }

  /** Waits for the result of a call or a round of requests. */
  async #next({ caller, performed, asked, rounds, left }: Conversation): Promise<GatedResult> {
    const leave = () => left.abort(caller.signal.reason);
    if (caller.signal.aborted) leave();
    caller.signal.addEventListener('abort', leave);
    try {
      const result = await Promise.race([performed, asked.promise]);
      const [round] = rounds;
      if (result || !round) return await performed;
      const requestState = await caller.seal({ approval: round.id, at: Date.now() });
      return { kind: 'input', result: inputRequired({ inputRequests: round.requests, requestState }) };
    } finally {
      caller.signal.removeEventListener('abort', leave);
    }
  }

  #continue(conversation: Conversation, replies: Replies): void {
    const round = conversation.rounds.shift();
    if (conversation.rounds.length === 0) conversation.asked = Promise.withResolvers();
    round?.replied.resolve(replies);
  }

  /** Returns the replies to requests: known ones, and those of the client. */
  async #provide(conversation: Conversation, requests: InputRequests): Promise<InputResponses> {
    const replies: InputResponses = {};
    const open: InputRequests = {};
    for (const [key, request] of Object.entries(requests)) {
      const known = this.#knownReply(request, conversation.caller);
      if (known) replies[key] = known;
      else open[key] = request;
    }
    if (Object.keys(open).length === 0) return replies;
    const { asked, answers = {} } = conversation.caller;
    // A client that knows the questions of a server may send the replies with its first request.
    const isReplied = asked === undefined && Object.keys(open).every((key) => Object.hasOwn(answers, key));
    const received = isReplied ? answers : await this.#ask(conversation, open);
    for (const key of Object.keys(open)) replies[key] = requireReply(received, key);
    return replies;
  }

  async #ask(conversation: Conversation, requests: InputRequests): Promise<Replies> {
    const replied = Promise.withResolvers<Replies>();
    this.#asking.set(conversation.call, conversation);
    conversation.rounds.push({ id: `upstream:${(this.#last += 1)}`, requests, replied });
    conversation.asked.resolve();
    const timer = setTimeout(() => {
      const canceled = Object.keys(requests).map((key) => [key, { action: 'cancel' as const }]);
      this.#continue(conversation, Object.fromEntries(canceled));
    }, REPLY_TIMEOUT_MS);
    timer.unref();
    try {
      return await replied.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns a reply that needs no client. Throws if no client can reply. */
  #knownReply(request: InputRequest, caller: Caller | undefined): InputResponse | undefined {
    const { roots } = this.#options;
    if (request.method === 'roots/list' && roots) return { roots: roots.map((uri) => ({ uri })) };
    const capabilities = this.capabilitiesFor(caller?.capabilities ?? {});
    switch (request.method) {
      case 'elicitation/create': {
        const mode = 'mode' in request.params && request.params.mode === 'url' ? 'url' : 'form';
        return caller?.elicits[mode] ? undefined : { action: 'cancel' };
      }
      case 'roots/list':
        if (capabilities.roots) return undefined;
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { roots: {} } });
      case 'sampling/createMessage':
        if (capabilities.sampling) return undefined;
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
  }
}

const replySchema = z.custom<InputResponse>((reply) => typeof reply === 'object' && reply !== null);

function requireReply(replies: Replies | undefined, key: string): InputResponse {
  const reply = replySchema.safeParse(replies?.[key]);
  if (reply.success) return reply.data;
  throw new ProtocolError(INVALID_PARAMS, `The client did not reply to the request "${key}" of the server.`);
}
