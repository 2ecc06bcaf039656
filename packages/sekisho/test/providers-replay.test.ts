import { describe, expect, it } from 'vitest';
import { PROVIDER_NAMES } from '../src/providers/provider-types.ts';
import { getProvider } from '../src/providers/get-provider.ts';
import { ask, requestFor, type Answer } from './providers/ask-model.ts';
import { createRandom, makeExchange, type Exchange } from './providers/exchanges.ts';

const EXCHANGES_PER_PROVIDER = 60;
const SPLITS_PER_EXCHANGE = 3;

describe('streamed exchanges, split at random positions', () => {
  it.each(PROVIDER_NAMES)('of %s lose no text, calls, reasoning or usage', async (provider) => {
    const lost: unknown[] = [];
    for (let seed = 1; seed <= EXCHANGES_PER_PROVIDER; seed += 1) {
      const exchange = makeExchange(provider, seed);
      for (let split = 1; split <= SPLITS_PER_EXCHANGE; split += 1) {
        const random = createRandom(seed * 1000 + split);
        const seen = await replay(exchange, random).catch((error: unknown) => String(error));
        const expected = expectedOf(exchange);
        if (JSON.stringify(seen) !== JSON.stringify(expected))
          lost.push({ provider, seed, split, seen, expected });
      }
    }
    expect(lost).toEqual([]);
  });
});

async function replay(exchange: Exchange, random: () => number): Promise<object> {
  const fetch = async () => streamInPieces(exchange.stream, random);
  const { provider } = exchange;
  const model = getProvider(provider, { env: {}, apiKey: 'k-123456', fetch }).getModel('m');
  return summaryOf(await ask(model, requestFor(), 'streamed'), provider);
}

/** Returns a response whose bytes arrive in chunks of random lengths: whole events, partial lines, partial characters. */
function streamInPieces(text: string, random: () => number): Response {
  const bytes = new TextEncoder().encode(text);
  const maxLength = random() < 0.3 ? 3 : random() < 0.5 ? 40 : 2000;
  let start = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      const end = start + 1 + Math.floor(random() * maxLength);
      controller.enqueue(bytes.slice(start, end));
      start = end;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function summaryOf({ output, usage }: Answer, provider: Exchange['provider']): object {
  return {
    text: output
      .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
      .map((part) => (part.type === 'output_text' ? part.text : ''))
      .join(''),
    calls: output.flatMap((item) =>
      item.type === 'function_call' ? [{ name: item.name, args: JSON.parse(item.arguments) }] : [],
    ),
    reasoning:
      provider === 'openai'
        ? ''
        : output
            .flatMap((item) => (item.type === 'reasoning' ? (item.rawContent ?? []) : []))
            .map(({ text }) => text)
            .join(''),
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
  };
}

function expectedOf({ text, calls, reasoning, tokens }: Exchange): object {
  return { text, calls, reasoning, tokens };
}
