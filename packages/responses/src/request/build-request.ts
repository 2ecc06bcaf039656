import type { Reasoning } from 'openai/resources/shared';
import type {
  ResponseCreateParamsBase,
  ResponseIncludable,
  ResponseInput,
  Tool,
} from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors/responses-error.ts';
import { isResponseId } from '../events/is-response-id.ts';
import { type Effort, nearestEffort } from '../models/effort.ts';
import type { ModelEntry } from '../models/model-entry.ts';
import type { Adjustment } from './adjustment.ts';
import { parseGenerationSettings, type GenerationSettings } from './generation-settings.ts';
import type { HostedTool } from './hosted-tools.ts';
import { parseTextFormat, type TextFormatOptions } from './parse-text-format.ts';
import { toFunctionTools } from './to-function-tools.ts';
import { toToolChoice } from './to-tool-choice.ts';

/** The input of `buildRequest()`. */
export type RequestDraft = TextFormatOptions & {
  model: string;
  /** The registry entry of the model. Without it every effort is passed unchanged. */
  entry?: ModelEntry;
  input: string | ResponseInput;
  /** Untrusted generation parameters. See `generationSettingsSchema`. */
  parameters?: unknown;
  /** Untrusted definitions of the caller's own tools. */
  tools?: readonly unknown[];
  hostedTools?: readonly HostedTool[];
  instructions?: string;
  previousResponseId?: string;
  stop?: readonly string[];
  /** Whether the caller supports streaming. The response is streamed only if the parameters agree. */
  stream?: boolean;
  store?: boolean;
  background?: boolean;
  maxToolCalls?: number;
  reasoningMode?: 'pro' | undefined;
};

/** A request that is ready to send, and the changes that made it acceptable. */
export type BuiltRequest = { params: ResponseCreateParamsBase; adjustments: Adjustment[] };

/** Builds the body of `POST /responses`. Throws `invalid_argument` before a request is sent or charged. */
export function buildRequest(draft: RequestDraft): BuiltRequest {
  const settings = parseGenerationSettings(draft.parameters);
  const hosted = draft.hostedTools ?? [];
  const tools = [...hosted.map(({ tool }) => tool), ...toFunctionTools(draft.tools ?? [])];
  const { effort, adjustments } = chooseEffort(settings.reasoning_effort, draft.entry, tools);
  const choice = chooseTool(settings, tools, adjustments);
  const params: ResponseCreateParamsBase = {
    model: draft.model,
    input: draft.input,
    max_output_tokens: settings.max_output_tokens,
    ...(effort === undefined ? {} : { reasoning: makeReasoning(effort, settings, draft) }),
    text: {
      verbosity: settings.verbosity,
      ...(settings.response_format === 'json_schema'
        ? { format: parseTextFormat(settings.json_schema, draft) }
        : {}),
    },
    ...(tools.length > 0 ? { tools } : {}),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    parallel_tool_calls: settings.parallel_tool_calls,
    stream: settings.enable_stream && (draft.stream ?? true),
    ...writeOptions(draft, hosted),
  };
  return { params, adjustments };
}

function makeReasoning(
  effort: Effort,
  settings: GenerationSettings,
  { reasoningMode }: RequestDraft,
): Reasoning {
  const mode = reasoningMode === undefined ? {} : { mode: reasoningMode };
  return { effort, summary: settings.reasoning_summary, ...mode };
}

function chooseTool(settings: GenerationSettings, tools: Tool[], adjustments: Adjustment[]) {
  const requested = settings.tool_choice;
  if (tools.length > 0) return toToolChoice(requested, tools);
  if (requested === 'auto' || requested === 'none') return requested;
  // The last round of an agent has no tools. A fixed choice in the settings must not make it fail.
  adjustments.push({
    param: 'tool_choice',
    from: requested,
    to: undefined,
    why: 'there are no tools to choose from',
  });
  return undefined;
}

function writeOptions(draft: RequestDraft, hosted: readonly HostedTool[]): Partial<ResponseCreateParamsBase> {
  const { instructions, previousResponseId, stop = [], store, background, maxToolCalls } = draft;
  const include: ResponseIncludable[] = hosted.map((tool) => tool.include);
  if (store === false) include.push('reasoning.encrypted_content');
  return {
    ...(instructions === undefined ? {} : { instructions }),
    ...(previousResponseId === undefined ? {} : { previous_response_id: checkId(previousResponseId) }),
    ...(stop.length > 0 ? { truncation: 'disabled' as const } : {}),
    ...(include.length > 0 ? { include } : {}),
    ...(store === undefined ? {} : { store }),
    ...(background === undefined ? {} : { background }),
    ...(maxToolCalls === undefined ? {} : { max_tool_calls: maxToolCalls }),
  };
}

function checkId(id: string): string {
  if (isResponseId(id)) return id;
  throw new ResponsesError(
    'invalid_response_id',
    'A previous response id begins with "resp_" and has only letters, digits, "_" and "-" after it.',
    { upstream: { param: 'previous_response_id' } },
  );
}

/** Returns the effort that this model accepts with these tools, and the changes. */
function chooseEffort(
  requested: Effort,
  entry: ModelEntry | undefined,
  tools: readonly Tool[],
): { effort: Effort | undefined; adjustments: Adjustment[] } {
  const adjustments: Adjustment[] = [];
  if (entry?.efforts.length === 0) {
    const why = `${entry.id} does not reason`;
    return { effort: undefined, adjustments: [{ param: 'reasoning', from: requested, to: undefined, why }] };
  }
  let allowed: readonly Effort[] = entry?.efforts ?? [];
  let effort = requested;
  if (entry && !entry.efforts.includes(effort)) {
    const nearest = nearestEffort(effort, entry.efforts);
    const why = `${entry.id} accepts ${entry.efforts.join(', ')}`;
    adjustments.push({ param: 'reasoning.effort', from: effort, to: nearest, why });
    effort = nearest;
  }
  if (effort === 'minimal' && tools.some((tool) => tool.type === 'web_search')) {
    allowed = allowed.filter((candidate) => candidate !== 'minimal');
    const nearest = allowed.length > 0 ? nearestEffort('low', allowed) : 'low';
    const why = 'web search is rejected together with minimal effort';
    adjustments.push({ param: 'reasoning.effort', from: effort, to: nearest, why });
    effort = nearest;
  }
  return { effort, adjustments };
}
