import type { LanguageModel } from 'ai';
import { argumentsOf, LAST_WORD } from './peer.ts';

/** A model with version 4 of the AI SDK's interface, which Mastra also accepts. */
export type AiModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;

type Prompt = Parameters<AiModel['doGenerate']>[0]['prompt'];
type Generated = Awaited<ReturnType<AiModel['doGenerate']>>;
type StreamPart =
  Awaited<ReturnType<AiModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** A model that calls a tool the given number of times, one call per turn, and then returns its final text. */
export function aiScriptModel(toolName: string, calls: number): AiModel {
  return {
    specificationVersion: 'v4',
    provider: 'script',
    modelId: 'script',
    supportedUrls: {},
    doGenerate: async ({ prompt }) => answer(prompt, toolName, calls),
    doStream: async ({ prompt }) => ({ stream: streamOf(answer(prompt, toolName, calls)) }),
  };
}

function answer(prompt: Prompt, toolName: string, calls: number): Generated {
  const turn = resultsIn(prompt);
  const toolCallId = `call_${turn}`;
  const content: Generated['content'] =
    turn < calls
      ? [{ type: 'tool-call', toolCallId, toolName, input: JSON.stringify(argumentsOf(turn)) }]
      : [{ type: 'text', text: LAST_WORD }];
  return {
    content,
    finishReason: { unified: turn < calls ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 10, text: 10, reasoning: undefined },
    },
    warnings: [],
  };
}

function resultsIn(prompt: Prompt): number {
  let results = 0;
  for (const { role, content } of prompt) {
    if (role !== 'tool') continue;
    for (const { type } of content) if (type === 'tool-result') results += 1;
  }
  return results;
}

function streamOf({ content, finishReason, usage }: Generated): ReadableStream<StreamPart> {
  const parts: StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const part of content) {
    if (part.type === 'tool-call') parts.push(part);
    if (part.type !== 'text') continue;
    const id = 'text_0';
    parts.push(
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    );
  }
  parts.push({ type: 'finish', finishReason, usage });
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
