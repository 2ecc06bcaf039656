import { isRecord } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';
import { cleanSchema } from './clean-schema.ts';
import { normalizeMessage } from './normalize-message.ts';
import type { WireContext } from './wire-context.ts';

/** Rewrites a Chat Completions request according to the provider's row in the capability table. */
export function normalizeRequest(request: JsonRecord, context: WireContext): JsonRecord {
  const next: JsonRecord = {};
  for (const [parameter, value] of Object.entries(request)) {
    if (value !== null && !context.capabilities.drops.includes(parameter)) next[parameter] = value;
  }
  const messages = Array.isArray(request['messages']) ? request['messages'] : [];
  next['messages'] = messages.map((message: unknown) => normalizeMessage(message, context));
  if (Array.isArray(next['tools']))
    next['tools'] = next['tools'].map((tool: unknown) => normalizeTool(tool, context));
  chooseTools(next, context);
  shapeOutput(next, context);
  if (context.provider === 'openrouter') requireParameters(next);
  return next;
}

/** Rewrites a request to a `/responses` endpoint that stores no conversation. */
export function normalizeResponsesRequest(request: JsonRecord, context: WireContext): JsonRecord {
  return context.capabilities.responses === 'stateless' ? { ...request, store: false } : request;
}

function normalizeTool(tool: unknown, context: WireContext): unknown {
  if (!isRecord(tool) || !isRecord(tool['function'])) return tool;
  const { strict, parameters, ...body } = tool['function'];
  const keepsStrict =
    context.capabilities.features.strictTools.support === 'supported' && strict !== undefined;
  return {
    ...tool,
    function: {
      ...body,
      ...(isRecord(parameters)
        ? { parameters: cleanSchema(parameters, context.capabilities.schemaRejects) }
        : {}),
      ...(keepsStrict ? { strict } : {}),
    },
  };
}

function chooseTools(request: JsonRecord, context: WireContext): void {
  const choice = request['tool_choice'];
  const { toolChoiceNone, toolChoiceNamed } = context.capabilities.features;
  if (choice === 'none' && toolChoiceNone.support === 'emulated') {
    delete request['tools'];
    delete request['tool_choice'];
  }
  if (isRecord(choice) && toolChoiceNamed.support === 'emulated' && Array.isArray(request['tools'])) {
    const wanted = isRecord(choice['function']) ? choice['function']['name'] : undefined;
    request['tools'] = request['tools'].filter((tool: unknown) => nameOf(tool) === wanted);
    request['tool_choice'] = 'required';
  }
}

function nameOf(tool: unknown): unknown {
  return isRecord(tool) && isRecord(tool['function']) ? tool['function']['name'] : undefined;
}

function shapeOutput(request: JsonRecord, context: WireContext): void {
  const format = request['response_format'];
  if (!isRecord(format) || !isRecord(format['json_schema'])) return;
  const { schema, ...rest } = format['json_schema'];
  const cleaned = isRecord(schema) ? cleanSchema(schema, context.capabilities.schemaRejects) : schema;
  request['response_format'] = { ...format, json_schema: { ...rest, schema: cleaned } };
  if (context.capabilities.features.structuredOutput.support !== 'emulated') return;
  const instruction = `Answer with one JSON object and nothing else. It must fit this JSON Schema: ${JSON.stringify(cleaned)}`;
  const messages = Array.isArray(request['messages']) ? request['messages'] : [];
  request['messages'] = [{ role: 'system', content: instruction }, ...messages];
}

/** Without this setting OpenRouter may choose a host that silently drops the tools or the schema. */
function requireParameters(request: JsonRecord): void {
  if (request['tools'] === undefined && request['response_format'] === undefined) return;
  const preferences = isRecord(request['provider']) ? request['provider'] : {};
  request['provider'] = { require_parameters: true, ...preferences };
}
