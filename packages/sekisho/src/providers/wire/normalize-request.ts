import { MESSAGE_EXTRA_CONTENT } from '../replay-data.ts';
import { textOf } from '../../openai-agents/read-value.ts';
import { isRecord, type JsonRecord, listOf, recordOf } from './json-record.ts';
import type { WireContext } from './wire-context.ts';

/** Rewrites a Chat Completions request according to the provider's row in the capability table. */
export function normalizeRequest(request: JsonRecord, context: WireContext): JsonRecord {
  const { drops } = context.capabilities;
  const next: JsonRecord = Object.fromEntries(
    Object.entries(request).filter(([parameter, value]) => value !== null && !drops.includes(parameter)),
  );
  next['messages'] = listOf(request['messages']).map((message) => normalizeMessage(message, context));
  if (Array.isArray(next['tools'])) next['tools'] = next['tools'].map((tool) => normalizeTool(tool, context));
  chooseTools(next, context);
  shapeOutput(next, context);
  if (context.provider === 'openrouter') requireParameters(next);
  return next;
}

/** Rewrites a request to a `/responses` endpoint that stores no conversation. */
export function normalizeResponsesRequest(request: JsonRecord, context: WireContext): JsonRecord {
  return context.capabilities.responses === 'stateless' ? { ...request, store: false } : request;
}

function normalizeTool(tool: unknown, { capabilities }: WireContext): unknown {
  if (!isRecord(tool) || !isRecord(tool['function'])) return tool;
  const { strict, parameters, ...body } = tool['function'];
  const keepsStrict = capabilities.features.strictTools.support === 'supported' && strict !== undefined;
  if (isRecord(parameters)) body['parameters'] = cleanSchema(parameters, capabilities.schemaRejects);
  return { ...tool, function: { ...body, ...(keepsStrict ? { strict } : {}) } };
}

function chooseTools(request: JsonRecord, { capabilities }: WireContext): void {
  const { tool_choice: choice, tools } = request;
  const { toolChoiceNone, toolChoiceNamed } = capabilities.features;
  if (choice === 'none' && toolChoiceNone.support === 'emulated') {
    delete request['tools'];
    delete request['tool_choice'];
  }
  if (isRecord(choice) && toolChoiceNamed.support === 'emulated' && Array.isArray(tools)) {
    request['tools'] = tools.filter((tool) => functionName(tool) === functionName(choice));
    request['tool_choice'] = 'required';
  }
}

function functionName(tool: unknown): unknown {
  return recordOf(recordOf(tool)['function'])['name'];
}

function shapeOutput(request: JsonRecord, { capabilities }: WireContext): void {
  const format = request['response_format'];
  if (!isRecord(format) || !isRecord(format['json_schema'])) return;
  const { schema, ...rest } = format['json_schema'];
  const cleaned = isRecord(schema) ? cleanSchema(schema, capabilities.schemaRejects) : schema;
  request['response_format'] = { ...format, json_schema: { ...rest, schema: cleaned } };
  if (capabilities.features.structuredOutput.support !== 'emulated') return;
  const instruction = `Answer with one JSON object and nothing else. It must fit this JSON Schema: ${JSON.stringify(cleaned)}`;
  request['messages'] = [{ role: 'system', content: instruction }, ...listOf(request['messages'])];
}

/** Without this setting OpenRouter may choose a host that silently drops the tools or the schema. */
function requireParameters(request: JsonRecord): void {
  if (request['tools'] === undefined && request['response_format'] === undefined) return;
  request['provider'] = { require_parameters: true, ...recordOf(request['provider']) };
}

/** Rewrites one message of a request so that a strict server accepts it. */
function normalizeMessage(message: unknown, context: WireContext): unknown {
  if (!isRecord(message)) return message;
  if (message['role'] === 'assistant') return normalizeAssistantMessage(message, context);
  return { ...message, content: joinPlainText(message['content']) };
}

function normalizeAssistantMessage(message: JsonRecord, context: WireContext): JsonRecord {
  const toolCalls = listOf(message['tool_calls']);
  const { content, audio } = message;
  const parts = listOf(content).map((part) => textOf(recordOf(part)['text'] ?? recordOf(part)['refusal']));
  const text = typeof content === 'string' ? content : parts.join('');
  return {
    role: 'assistant',
    // Ollama rejects null here unless there are tool calls. Strict servers reject an empty text together with calls.
    content: text === '' && toolCalls.length > 0 ? null : text,
    ...(isRecord(audio) ? { audio } : {}),
    ...(toolCalls.length > 0
      ? { tool_calls: toolCalls.map((call) => normalizeToolCall(call, context)) }
      : {}),
    ...readReplay(message, context),
  };
}

/** Returns earlier output that the provider requires, in its own field and only once. */
function readReplay(message: JsonRecord, { capabilities: { replays } }: WireContext): JsonRecord {
  const fields = ['reasoning_details', 'reasoning_content', 'reasoning'] as const;
  const field = fields.find((each) => replays.includes(each) && (message[each] ?? undefined) !== undefined);
  const extra = replays.includes('extra_content') ? message[MESSAGE_EXTRA_CONTENT] : undefined;
  return {
    ...(field ? { [field]: message[field] } : {}),
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
}

function normalizeToolCall(call: unknown, { capabilities }: WireContext): unknown {
  if (!isRecord(call) || !isRecord(call['function'])) return call;
  const { name, arguments: text } = call['function'];
  const { id, extra_content: extra } = call;
  const isRequired = capabilities.replays.includes('extra_content') && extra !== undefined;
  const normalized = { id, type: 'function', function: { name, arguments: text } };
  return isRequired ? { ...normalized, extra_content: extra } : normalized;
}

/** Joins a list of texts without images to one text, because Ollama converts such a list to several messages. */
function joinPlainText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const texts = content.map((part) => {
    const { type, text, ...others } = recordOf(part);
    return type === 'text' && Object.keys(others).length === 0 ? String(text) : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join('\n') : content;
}

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const PLAIN_VALUES = new Set(['enum', 'const', 'default', 'examples', 'required']);

/** Removes keywords from a JSON Schema that a provider rejects: always `$schema`, and the listed keywords. */
function cleanSchema(schema: JsonRecord, rejects: readonly string[]): JsonRecord {
  const clean = (part: unknown): unknown => (isRecord(part) ? cleanSchema(part, rejects) : part);
  const cleaned: JsonRecord = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$schema') continue;
    if (keyword === 'const' && rejects.includes('const')) cleaned['enum'] = [value];
    else if (rejects.includes(keyword)) continue;
    else if (PLAIN_VALUES.has(keyword)) cleaned[keyword] = value;
    else if (Array.isArray(value)) cleaned[keyword] = value.map(clean);
    // The keys of these objects are names that the author chose, so a key called "const" is not removed.
    else if (SCHEMA_MAPS.has(keyword) && isRecord(value))
      cleaned[keyword] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clean(part)]));
    else cleaned[keyword] = clean(value);
  }
  return cleaned;
}
