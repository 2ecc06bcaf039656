import { z } from 'zod';
import type { AskResult, Engine } from '../ask/engine.ts';
import { irisAnswerSchema } from '../ask/iris-answer.ts';
import { optionalArgument } from '../ask/optional-argument.ts';
import { renderAnswer } from '../ask/render-answer.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from '../mcp/tool.ts';
import { detectLanguage } from '../messages/detect-language.ts';
import { sentences } from '../messages/sentences.ts';
import { parseParameters } from './parse-parameters.ts';
import { toObjectSchema } from './to-object-schema.ts';

const responseId = z.string().min(1).max(1000).describe('The response_id that iris returned.');
const resultSchema = z.object({
  response_id: responseId,
  waitSeconds: optionalArgument(z.number().min(0).max(50)).describe(
    'How long to wait for an answer that is not ready yet. Default: 20.',
  ),
});
const cancelSchema = z.object({ response_id: responseId });

/** Creates the tool that fetches the answer of a background response, or an earlier answer again. */
export function createResultTool(loadEngine: () => Promise<Engine>): Tool {
  return {
    name: 'iris_result',
    title: 'Fetch an answer of iris',
    description:
      'Fetches the answer to an iris call with background: true, or an earlier answer again. ' +
      'When the status is queued or in_progress, call it again later.',
    inputSchema: toObjectSchema(resultSchema),
    outputSchema: toObjectSchema(irisAnswerSchema),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    call: async (parameters, call) => {
      const parsed = parseParameters(resultSchema, parameters);
      if (!parsed.ok) return parsed.refusal;
      const { response_id, waitSeconds = 20 } = parsed.value;
      const engine = await loadEngine();
      return render(await engine.fetchResult(response_id, waitSeconds * 1000, call), response_id, engine);
    },
  };
}

/** Creates the tool that cancels a background response, at OpenAI too. */
export function createCancelTool(loadEngine: () => Promise<Engine>): Tool {
  return {
    name: 'iris_cancel',
    title: 'Cancel an iris call',
    description:
      'Stops an iris call that runs in the background, so that it costs nothing more. ' +
      'A response that has ended already stays as it is.',
    inputSchema: toObjectSchema(cancelSchema),
    outputSchema: toObjectSchema(irisAnswerSchema),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    call: async (parameters, call) => {
      const parsed = parseParameters(cancelSchema, parameters);
      if (!parsed.ok) return parsed.refusal;
      const engine = await loadEngine();
      const result = await engine.cancel(parsed.value.response_id, call);
      if (!result.ok) return render(result, parsed.value.response_id, engine);
      const language = detectLanguage(result.answer.answer);
      const wasStopped = result.answer.status === 'cancelled';
      const notes = wasStopped ? [] : [sentences.alreadyEnded[language]];
      const warnings = [...result.answer.warnings, ...notes];
      return render({ ok: true, answer: { ...result.answer, warnings } }, parsed.value.response_id, engine);
    },
  };
}

async function render(result: AskResult, handle: string, engine: Engine): Promise<CallToolResult> {
  if (result.ok) {
    return renderAnswer(result.answer, detectLanguage(result.answer.answer));
  }
  const { renderError } = await import('../ask/render-error.ts');
  const { error, partial, responseId: savedId } = result;
  return renderError(error, {
    language: 'en',
    previous: handle,
    partial,
    responseId: savedId,
    demo: engine.demo,
  });
}
