import type { ProviderName } from '../../src/providers/provider-types.ts';
import { chunk, DONE, finish, sse } from './wire-builders.ts';

/** A model response, independent of the wire format of a provider. */
export interface Exchange {
  readonly provider: ProviderName;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  readonly reasoning: string;
  readonly tokens: { readonly input: number; readonly output: number };
  /** The stream that contains it. */
  readonly stream: string;
}

/** A seeded random number generator (mulberry32), so that a failing exchange can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns one exchange in the format of a provider, generated from a seed. */
export function makeExchange(provider: ProviderName, seed: number): Exchange {
  const dice = new RandomValues(createRandom(seed));
  // Text and calls together, a call alone and a text alone are usual. An empty response is an error, tested elsewhere.
  const calls = dice.list(dice.pick([0, 0, 1, 1, 2, 3]), () => ({
    name: dice.pick(['get_weather', 'send_mail', 'delete_file']),
    args: dice.args(),
  }));
  const text = calls.length === 0 || dice.flip() ? dice.text(1 + dice.below(12)) : '';
  const reasoning = provider !== 'openai' && dice.flip() ? dice.text(1 + dice.below(5)) : '';
  const tokens = { input: 1 + dice.below(5000), output: 1 + dice.below(5000) };
  const response = { provider, text, calls, reasoning, tokens };
  const stream = provider === 'openai' ? responsesStream(response, dice) : chatStream(response, dice);
  return { ...response, stream };
}

type Answer = Omit<Exchange, 'stream'>;

const WORDS = [
  'Sunny',
  ' in',
  ' Kyoto',
  '。',
  '東京は晴れです',
  '\n',
  '"quoted"',
  '\\path\\to',
  ' 🌤️',
  ' e\u0301',
  '<b>',
  '\u2028',
  ' data: [DONE]',
  ': comment?',
  '{"a":1}',
  '\t',
  ' ',
];

class RandomValues {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  flip(): boolean {
    return this.#random() < 0.5;
  }

  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to pick from.');
    return value;
  }

  list<T>(length: number, make: () => T): T[] {
    return Array.from({ length }, make);
  }

  text(words: number): string {
    // The text is never only white space: a response without text is another case.
    return `Sky${this.list(words, () => this.pick(WORDS)).join('')}`;
  }

  args(): Record<string, unknown> {
    return {
      city: this.text(this.below(4)),
      days: this.below(10),
      nested: { list: [this.text(1), null, true] },
    };
  }

  /** Splits a text into pieces of one to nine characters; surrogate pairs stay together, as tokenizers keep them. */
  pieces(text: string): string[] {
    const characters = Array.from(text);
    const pieces: string[] = [];
    while (characters.length > 0) pieces.push(characters.splice(0, 1 + this.below(9)).join(''));
    return pieces;
  }
}

function usageOf({ tokens }: Answer): object {
  const { input, output } = tokens;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** The fields in which compatible providers return reasoning. */
const REASONING_FIELDS = {
  ollama: 'reasoning',
  lmstudio: 'reasoning_content',
  gemini: 'reasoning',
  anthropic: 'reasoning',
  openrouter: 'reasoning',
} as const;

function chatStream(response: Answer, dice: RandomValues): string {
  const { provider, text, calls, reasoning } = response;
  if (provider === 'openai') throw new Error('The OpenAI provider uses the Responses API.');
  const field = REASONING_FIELDS[provider];
  const role = dice.flip() ? { role: 'assistant' } : {};
  const events: (object | string)[] = [];
  const comment = () => {
    if (provider === 'openrouter' && dice.flip()) events.push(': OPENROUTER PROCESSING');
  };
  comment();
  if (dice.flip()) events.push(chunk({ ...role, content: '' }));
  for (const piece of dice.pieces(reasoning)) events.push(chunk({ ...role, [field]: piece }));
  comment();
  for (const piece of dice.pieces(text)) {
    const extra = dice.below(8) === 0 ? { tool_calls: [] } : {};
    events.push(chunk({ ...role, content: piece, ...extra }));
  }
  for (const [index, { name, args }] of calls.entries()) {
    comment();
    events.push(...callEvents(provider, index, name, JSON.stringify(args), dice));
  }
  const reason = calls.length > 0 && dice.flip() ? 'tool_calls' : 'stop';
  const isFinishLeftOut = dice.below(5) === 0;
  const usage = usageOf(response);
  // Some servers send the usage with the last choice, others after it; some repeat it in every chunk.
  if (isFinishLeftOut) events.push({ id: 'chatcmpl-1', choices: [], usage });
  else if (dice.flip()) events.push({ ...chunk({ content: '' }, { finish_reason: reason }), usage });
  else events.push(finish(reason), { id: 'chatcmpl-1', choices: [], usage });
  if (isFinishLeftOut || dice.below(4) > 0) events.push(DONE);
  const stream = sse(...events);
  return dice.below(4) === 0 ? stream.replaceAll('\n', '\r\n') : stream;
}

function callEvents(
  provider: ProviderName,
  index: number,
  name: string,
  args: string,
  dice: RandomValues,
): object[] {
  const id = `call_${index}`;
  const isWhole = provider === 'ollama' || provider === 'gemini' || dice.below(3) === 0;
  const position = provider === 'gemini' ? dice.pick([{ index: 0 }, {}]) : { index };
  const head = { ...position, id: provider === 'gemini' ? '' : id, type: 'function' };
  if (isWhole) return [chunk({ tool_calls: [{ ...head, function: { name, arguments: args } }] })];
  const laterName = provider === 'lmstudio' ? { name: '' } : {};
  return [
    chunk({ tool_calls: [{ ...head, function: { name, arguments: '' } }] }),
    ...dice
      .pieces(args)
      .map((piece) => chunk({ tool_calls: [{ index, function: { ...laterName, arguments: piece } }] })),
  ];
}

function responsesStream({ text, calls, tokens }: Answer, dice: RandomValues): string {
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const output = [
    ...(text === '' ? [] : [message]),
    ...calls.map(({ name, args }, index) => ({
      type: 'function_call',
      id: `fc_${index}`,
      call_id: `call_${index}`,
      name,
      arguments: JSON.stringify(args),
      status: 'completed',
    })),
  ];
  const body = {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    model: 'm',
    status: 'completed',
    error: null,
    output,
    usage: {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
  const deltas = dice.pieces(text).map((delta) => ({
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta,
    logprobs: [],
  }));
  const events = [
    { type: 'response.created', response: { ...body, status: 'in_progress', output: [], usage: null } },
    ...deltas,
    { type: 'response.completed', response: body },
  ];
  return events
    .map((event, index) => {
      const comment = dice.below(6) === 0 ? ': keep-alive\n\n' : '';
      return `${comment}event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`;
    })
    .join('');
}
