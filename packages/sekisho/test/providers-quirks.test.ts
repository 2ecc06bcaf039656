import { describe, expect, it } from 'vitest';
import { CompatModelProvider } from '../src/providers/compat-model-provider.ts';
import type { ModelRequest } from '../src/sdk/upstream.ts';
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

describe('the wire normaliser', () => {
  it.each(CASES)('copes with %s, %s (%i bytes a piece)', async (_name, way, piece, quirk) => {
    const answer = ask(modelThatHears(quirk, way, piece), requestOf(quirk), way);
    const { failure, calls, text, reasoning, providerData, tokens } = quirk.expects;
    if (failure !== undefined) {
      // A streamed error cannot become an HTTP status any more.
      const kinds = way === 'streamed' && failure === 'request-refused' ? 'error-in-answer' : failure;
      await expect(answer).rejects.toThrow(`[${quirk.provider}/${kinds}]`);
      await expect(answer).rejects.toMatchObject({ name: 'SekishoError' });
      return;
    }
    const { output, usage } = await answer;
    if (calls) expect(readCalls(output)).toEqual(calls);
    if (text !== undefined) expect(readText(output)).toBe(text);
    if (reasoning !== undefined) expect(readReasoning(output)).toBe(reasoning);
    if (tokens !== undefined) expect(usage.outputTokens).toBe(tokens);
    if (providerData)
      expect(output.find(({ type }) => type !== 'reasoning')?.providerData).toEqual(providerData);
    expect(new Set(callIds(output)).size).toBe(callIds(output).length);
    expect(callIds(output)).not.toContain('');
  });

  it('says of every fixture where the oddity was reported', () => {
    expect(QUIRKS.length).toBeGreaterThan(40);
    expect(QUIRKS.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });
});

function modelThatHears(quirk: Quirk, way: 'whole' | 'streamed', piece: number) {
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

function callIds(output: Answer['output']): string[] {
  return output.flatMap((item) => (item.type === 'function_call' ? [item.callId] : []));
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
