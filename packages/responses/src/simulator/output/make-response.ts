import type { Response, ResponseOutputItem, ResponseUsage } from 'openai/resources/responses/responses';
import type { Reasoning } from 'openai/resources/shared';
import type { CreateParams } from '../api/create-params.ts';

/** Creates a response object with every field that OpenAI sends. `status` and `output` describe its progress. */
export function makeResponse(facts: {
  id: string;
  params: CreateParams;
  createdAt: number;
  conversationId: string | undefined;
}): Response {
  const { id, params, createdAt, conversationId } = facts;
  return {
    id,
    object: 'response',
    created_at: Math.floor(createdAt / 1000),
    status: 'in_progress',
    background: params.background ?? false,
    completed_at: null,
    access_programs: null,
    error: null,
    incomplete_details: null,
    instructions: params.instructions ?? null,
    max_output_tokens: params.max_output_tokens ?? null,
    metadata: params.metadata ?? {},
    model: params.model,
    output: [],
    output_text: '',
    previous_response_id: params.previous_response_id ?? null,
    prompt_cache_key: params.prompt_cache_key ?? null,
    reasoning: describeReasoning(params),
    safety_identifier: params.safety_identifier ?? null,
    service_tier: params.service_tier ?? 'default',
    temperature: params.temperature ?? 1,
    text: { format: { type: 'text' }, verbosity: 'medium', ...params.text },
    ...describeTools(params),
    top_logprobs: params.top_logprobs ?? 0,
    top_p: params.top_p ?? 1,
    truncation: params.truncation ?? 'disabled',
    ...(conversationId === undefined ? {} : { conversation: { id: conversationId } }),
  };
}

function describeReasoning({ reasoning }: CreateParams): Reasoning {
  return { effort: reasoning?.effort ?? 'medium', summary: reasoning?.summary ?? null };
}

function describeTools(
  params: CreateParams,
): Pick<Response, 'max_tool_calls' | 'parallel_tool_calls' | 'tool_choice' | 'tools'> {
  return {
    max_tool_calls: params.max_tool_calls ?? null,
    parallel_tool_calls: params.parallel_tool_calls ?? true,
    tool_choice: params.tool_choice ?? 'auto',
    tools: params.tools ?? [],
  };
}

/** Returns the completed response, truncated by its limits if necessary. */
export function finishResponse(
  response: Response,
  result: { output: ResponseOutputItem[]; usage: ResponseUsage; completedAt: number; isTruncated: boolean },
): Response {
  const searches = result.output.filter((item) => item.type === 'web_search_call').length;
  return {
    ...response,
    status: result.isTruncated ? 'incomplete' : 'completed',
    incomplete_details: result.isTruncated ? { reason: 'max_output_tokens' } : null,
    completed_at: result.isTruncated ? null : Math.floor(result.completedAt / 1000),
    output: result.output,
    output_text: result.output.flatMap((item) => readOutputText(item)).join(''),
    usage: result.usage,
    tool_usage: {
      web_search: { num_requests: searches },
      image_gen: {
        input_tokens: 0,
        input_tokens_details: { image_tokens: 0, text_tokens: 0 },
        output_tokens: 0,
        total_tokens: 0,
      },
    },
  };
}

function readOutputText(item: ResponseOutputItem): string[] {
  if (item.type !== 'message') return [];
  return item.content.flatMap((part) => (part.type === 'output_text' ? [part.text] : []));
}
