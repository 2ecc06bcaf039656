import type { InvokeLlmRequest } from '@sekisho/dify-plugin';
import {
  buildRequest,
  parseBooleanLike,
  type BuiltRequest,
  type JsonRecord,
  type ModelRegistry,
} from '@sekisho/responses';
import { promptMessagesToResponsesInput, type ConvertedPrompt } from './messages.ts';

/** A request to OpenAI, and whether the reasoning is displayed. */
export type Payload = BuiltRequest & ConvertedPrompt & { readonly showsReasoning: boolean };

/** The delivery of the response. */
export type Delivery = 'now' | 'background';

/** Builds the request to OpenAI from Dify's request. Throws `invalid_argument` before anything is sent. */
export function buildPayload(
  request: InvokeLlmRequest,
  registry: ModelRegistry,
  delivery: Delivery = 'now',
): Payload {
  const { input, skippedCalls } = promptMessagesToResponsesInput(request.prompt_messages);
  const parameters = readParameters(request);
  const entry = registry.nearest(request.model);
  const { params, adjustments } = buildRequest({
    model: request.model,
    ...(entry && { entry }),
    input,
    parameters,
    tools: request.tools,
    stop: request.stop,
    stream: delivery === 'now' && request.stream,
    // OpenAI stores a response only when it must be fetched later.
    store: delivery === 'background',
    ...(delivery === 'background' && { background: true }),
    bareSchema: 'accept',
  });
  // A model without reasoning rejects a request for reasoning content.
  if (entry?.efforts.length === 0) delete params.include;
  return { params, adjustments, input, skippedCalls, showsReasoning: showsReasoning(parameters) };
}

function readParameters(request: InvokeLlmRequest): JsonRecord {
  const { model_parameters: parameters, tool_choice: choice, json_schema: schema } = request;
  const hasSchema = schema !== undefined && schema !== null && schema !== '';
  return {
    ...parameters,
    ...(hasSchema && parameters['response_format'] !== 'json_schema'
      ? { response_format: 'json_schema', json_schema: schema }
      : {}),
    ...(choice ? { tool_choice: choice.mode === 'tool' ? (choice.name ?? 'required') : choice.mode } : {}),
  };
}

// Reasoning before JSON would make the text unparsable.
function showsReasoning(parameters: JsonRecord): boolean {
  const requested = parameters['show_reasoning'];
  const isUnset = requested === undefined || requested === null || requested === '';
  return (
    parameters['response_format'] !== 'json_schema' &&
    (isUnset || parseBooleanLike(requested, 'show_reasoning'))
  );
}
