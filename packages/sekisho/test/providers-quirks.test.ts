import { describe, expect, it } from 'vitest';
import { SekishoError } from '../../engine/src/errors/sekisho-error.ts';
import { CompatModelProvider } from '../src/providers/compat-model-provider.ts';
import type { ModelRequest } from '../src/openai-agents/upstream.ts';
import { ask, requestFor } from './providers/ask-model.ts';
import type { Answer } from './providers/ask-model.ts';
import { QUIRKS } from './providers/quirks.ts';
import type { Quirk } from './providers/quirks.ts';
import { eventStream } from './providers/wire-builders.ts';

const JSON_OUTPUT: ModelRequest['outputType'] = {
  type: 'json_schema',
  name: 'sky',
  strict: true,
  schema: {
    type: 'object',
    properties: { sky: { type: 'string' } },
    required: ['sky'],
    additionalProperties: false,
  },
};

const WAYS = [
  ['whole', 0],
  ['streamed', 1_000_000],
  ['streamed', 7],
] as const;

const CASES = QUIRKS.flatMap((quirk) =>
  WAYS.filter(([way]) => (way === 'whole' ? quirk.whole : quirk.stream) !== undefined).map(
    ([way, piece]) => [quirk.name, way, piece, quirk] as const,
  ),
);

describe('the wire normalizer', () => {
  it.each(CASES)('handles %s, %s (%i bytes per chunk)', async (_name, way, piece, quirk) => {
    const outcome = await outcomeOf(quirk, way, piece);
    expect(outcome).toMatchObject(expectedOf(quirk, way));
    expect(new Set(outcome.ids).size).toBe(outcome.ids.length);
    expect(outcome.ids).not.toContain('');
  });

  it('names the public report of every fixture', () => {
    expect(QUIRKS.length).toBeGreaterThan(40);
    expect(QUIRKS.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });
});

interface Outcome extends Omit<Quirk['expects'], 'calls' | 'failure'> {
  readonly calls?: unknown;
  readonly failure?: string;
  readonly ids: readonly string[];
}

async function outcomeOf(quirk: Quirk, way: 'whole' | 'streamed', piece: number): Promise<Outcome> {
  try {
    const { output, usage } = await ask(modelForQuirk(quirk, way, piece), requestOf(quirk), way);
    return {
      calls: readCalls(output),
      text: readText(output),
      reasoning: readReasoning(output) ?? '',
      providerData: output.find(({ type }) => type !== 'reasoning')?.providerData ?? {},
      tokens: usage.outputTokens,
      ids: output.flatMap((item) => (item.type === 'function_call' ? [item.callId] : [])),
    };
  } catch (error) {
    const isCoded = error instanceof SekishoError;
    return { failure: isCoded ? (/\[([^\]]+)\]$/.exec(error.message)?.[1] ?? '') : String(error), ids: [] };
  }
}

function expectedOf({ provider, expects }: Quirk, way: 'whole' | 'streamed'): object {
  if (expects.failure === undefined) return expects;
  // A streamed error can no longer change the HTTP status.
  const isLate = way === 'streamed' && expects.failure === 'request-refused';
  return { failure: `${provider}/${isLate ? 'error-in-answer' : expects.failure}` };
}

function modelForQuirk(quirk: Quirk, way: 'whole' | 'streamed', piece: number) {
  let ids = 0;
  const fetch = async (): Promise<Response> => {
    if (way === 'streamed') return eventStream(quirk.stream ?? '', piece);
    if (typeof quirk.whole === 'string') return new Response(quirk.whole);
    return Response.json(quirk.whole);
  };
  const provider = new CompatModelProvider(quirk.provider, { fetch, createId: () => `made-${(ids += 1)}` });
  return provider.createModel('m', { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k-123456' });
}

function requestOf(quirk: Quirk): ModelRequest {
  return requestFor(quirk.wantsJson ? { outputType: JSON_OUTPUT, tools: [] } : {});
}

function readCalls(output: Answer['output']) {
  return output.flatMap((item) =>
    item.type === 'function_call' ? [[item.name, JSON.parse(item.arguments.replace(/^\{\}(?=\{)/, ''))]] : [],
  );
}

function readText(output: Answer['output']): string {
  return output
    .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

function readReasoning(output: Answer['output']): string | undefined {
  return output.flatMap((item) => (item.type === 'reasoning' ? (item.rawContent ?? []) : [])).at(0)?.text;
}
