import { z } from 'zod';

/** The data that must exist before the suite reads it. */
export type Made = { responseId: string; fileUri: string };

const question = 'What is 2+3?';
const messageSchema = z.looseObject({
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.string().optional(),
      uri: z.string().optional(),
      arguments: z.unknown().optional(),
    })
    .optional(),
});
const promptArguments = z.object({ arg1: z.string(), arg2: z.string() });

/** The calls of iris tools that replace the tools of the suite, by the name in the suite. */
const calls: Readonly<Record<string, Record<string, unknown>>> = {
  test_simple_text: { input: question },
  test_error_handling: { input: question, previous_response_id: 'not an id' },
  test_tool_with_progress: { input: question },
  test_elicitation: { input: question, previous_response_id: 'resp_gone' },
  test_input_required_result_elicitation: { input: question, previous_response_id: 'resp_gone' },
  test_streaming_elicitation: { input: question, previous_response_id: 'resp_gone' },
  greet: { input: question },
  slow_compute: { input: question, background: true },
  failing_job: { input: question, background: true, continuity: 'local' },
};

/** Translates the tools, resources and prompts of a message of the suite to the names of iris. Responses are unchanged. */
export function translateFixtures(text: string, made: Made): { text: string; name: string | undefined } {
  const parsed = messageSchema.safeParse(parse(text));
  const { method, params } = parsed.data ?? {};
  const translated = params && translate(method, params, made);
  if (!parsed.success || !translated) return { text, name: undefined };
  const message = { ...parsed.data, params: { ...params, ...translated } };
  return { text: JSON.stringify(message), name: translated.name ?? translated.uri };
}

type Translated = { name?: string; uri?: string; arguments?: Record<string, unknown> };

function translate(
  method: string | undefined,
  params: { name?: string | undefined; uri?: string | undefined; arguments?: unknown },
  { responseId, fileUri }: Made,
): Translated | undefined {
  const { name = '', uri = '' } = params;
  if (method === 'tools/call' && Object.hasOwn(calls, name))
    return { name: 'iris', arguments: calls[name] ?? {} };
  if (method === 'resources/read') {
    if (uri === 'test://static-text') return { uri: 'iris://models' };
    if (uri === 'test://static-binary') return { uri: fileUri };
    if (uri === 'test://template/123/data') return { uri: `iris://responses/${responseId}` };
  }
  if (method === 'prompts/get' && name === 'test_simple_prompt') {
    return { name: 'research', arguments: { topic: 'conformance' } };
  }
  if (method === 'prompts/get' && name === 'test_prompt_with_arguments') {
    const { arg1, arg2 } = promptArguments.parse(params.arguments);
    return { name: 'compare', arguments: { choices: arg1, criteria: arg2 } };
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
