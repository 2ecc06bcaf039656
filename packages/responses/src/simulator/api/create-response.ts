import type { Response, ResponseOutputItem } from 'openai/resources/responses/responses';
import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { askPersona } from '../personas/ask-persona.ts';
import { checkCreate } from './check-create.ts';
import { countTokens } from '../output/count-tokens.ts';
import type { CreateParams } from './create-params.ts';
import { describeSchema, describeToolChoice, describeTools } from '../personas/describe-tools.ts';
import { makeOutputItems } from '../output/make-output-items.ts';
import { finishResponse, makeResponse } from '../output/make-response.ts';
import { makeUsage } from '../output/make-usage.ts';
import { readTurns } from '../personas/read-turns.ts';
import { refusals } from './refusals.ts';
import type { Reply } from './reply.ts';
import { sendResponse } from '../output/send-response.ts';
import { readHistory, type StoredResponse } from '../store/response-store.ts';
import type { ScriptStep, SimulatorState } from '../simulator-state.ts';
import { readString } from '../../json/read-field.ts';
import { SEAL_PREFIX } from '../output/seal-content.ts';

type Past = { previous: StoredResponse | undefined; conversationId: string | undefined; items: JsonRecord[] };

/** Handles `POST /responses`: validates, reads the history, generates, stores and sends. */
export async function createResponse(
  state: SimulatorState,
  body: JsonRecord,
  step: ScriptStep | undefined,
): Promise<Reply> {
  const checked = checkCreate(body, state.registry, state.now());
  if ('refusal' in checked) return checked.refusal;
  const { params } = checked;
  const past = findPast(state, params, step);
  if ('refusal' in past) return past.refusal;

  const input = readInput(params.input);
  const refusal =
    checkHistory([...past.items, ...input]) ?? checkLength(state, params, [...past.items, ...input]);
  if (refusal) return refusal;

  const response = await generate(state, params, { past, input, step });
  store(state, params, { response, past, input, step });
  return sendResponse(state, response, {
    isStream: params.stream === true,
    isObfuscated: params.stream_options?.include_obfuscation !== false,
    fault: step?.fault,
  });
}

function findPast(
  state: SimulatorState,
  params: CreateParams,
  step: ScriptStep | undefined,
): Past | { refusal: Reply } {
  const id = params.previous_response_id;
  if (id) {
    if (step?.fault?.type === 'unnamed-previous-refusal') return { refusal: refusals.previousUnnamed() };
    if (step?.fault?.type === 'unsupported-previous') return { refusal: refusals.previousUnsupported() };
    if (state.keepsNoData) return { refusal: refusals.previousWithoutRetention() };
    const previous = state.responses.get(id);
    if (!previous) return { refusal: refusals.previousNotFound(id) };
    return { previous, conversationId: undefined, items: readHistory(previous) };
  }
  if (params.conversation) {
    const conversationId =
      typeof params.conversation === 'string' ? params.conversation : params.conversation.id;
    const conversation = state.conversations.get(conversationId);
    if (!conversation) return { refusal: refusals.conversationNotFound(conversationId) };
    return { previous: undefined, conversationId, items: [...conversation.items] };
  }
  return { previous: undefined, conversationId: undefined, items: [] };
}

function readInput(input: CreateParams['input']): JsonRecord[] {
  if (typeof input !== 'string') return [...input];
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
}

function checkLength(
  state: SimulatorState,
  params: CreateParams,
  items: readonly JsonRecord[],
): Reply | undefined {
  const window = state.registry.find(params.model)?.contextWindow ?? Number.POSITIVE_INFINITY;
  return countTokens(JSON.stringify(items)) > window ? refusals.contextTooLong() : undefined;
}

async function generate(
  state: SimulatorState,
  params: CreateParams,
  { past, input, step }: { past: Past; input: readonly JsonRecord[]; step: ScriptStep | undefined },
): Promise<Response> {
  const createdAt = state.now();
  const { conversationId } = past;
  const response = makeResponse({ id: state.makeId('resp_'), params, createdAt, conversationId });
  if (step?.fault?.type === 'failed-response') {
    const error = { code: step.fault.code, message: 'The model could not finish this response.' };
    return { ...response, status: 'failed', error };
  }
  const conversation = {
    model: params.model,
    instructions: params.instructions ?? undefined,
    turns: readTurns([...past.items, ...input]),
    schema: describeSchema(isRecord(params.text) ? params.text['format'] : undefined),
    toolChoice: describeToolChoice(params.tool_choice),
    allowsParallelCalls: params.parallel_tool_calls !== false,
    now: createdAt,
  };
  const tools = describeTools(params.tools ?? []);
  const outputs = await askPersona(state, { step, conversation, tools });
  const { makeId, containers } = state;
  const items = makeOutputItems(outputs, { makeId, containers, include: new Set(params.include) });
  const { output, isTruncated } = limitOutput(items, params.max_output_tokens ?? undefined);
  const usage = makeUsage({
    historyText: readWords(past.items),
    inputText: (params.instructions ?? '') + readWords(input),
    output,
    effort: params.reasoning?.effort ?? 'medium',
  });
  return finishResponse(response, { output, usage, completedAt: state.now(), isTruncated });
}

function store(
  state: SimulatorState,
  params: CreateParams,
  made: { response: Response; past: Past; input: readonly JsonRecord[]; step: ScriptStep | undefined },
): void {
  const { response, past, input, step } = made;
  const isBackground = params.background === true;
  const isKept = params.store !== false && !state.keepsNoData;
  if (isKept && past.conversationId !== undefined) {
    state.conversations.append(past.conversationId, [
      ...input,
      ...response.output.map((item) => ({ ...item })),
    ]);
  }
  if (!isKept && !isBackground) return;
  const startsAt = state.now() + state.latency.queuedMs;
  const isStuck = step?.fault?.type === 'stuck-background';
  state.responses.put({
    response,
    input,
    previous: past.previous,
    storedAt: state.now(),
    background: isBackground
      ? {
          startsAt: isStuck ? Number.POSITIVE_INFINITY : startsAt,
          endsAt: isStuck ? Number.POSITIVE_INFINITY : startsAt + state.latency.backgroundMs,
        }
      : undefined,
    cancelledAt: undefined,
  });
}

function readWords(items: readonly JsonRecord[]): string {
  return readTurns(items)
    .map((turn) => ('text' in turn ? turn.text : JSON.stringify(turn)))
    .join('\n');
}

/** Rejects a history in which calls and results do not match, or reasoning that this server did not encrypt. */
function checkHistory(items: readonly JsonRecord[]): Reply | undefined {
  const open = new Set<string>();
  const answered = new Set<string>();
  for (const item of items) {
    const type = readString(item, 'type');
    const callId = readString(item, 'call_id') ?? '';
    if (type === 'function_call') open.add(callId);
    if (type === 'function_call_output') {
      if (!open.delete(callId) && !answered.has(callId)) return refusals.outputWithoutCall(callId);
      answered.add(callId);
    }
    const isSealed = type === 'reasoning' || type === 'compaction';
    const sealed = isSealed ? readString(item, 'encrypted_content') : undefined;
    if (sealed !== undefined && !sealed.startsWith(SEAL_PREFIX)) {
      return refusals.invalidEncryptedContent();
    }
  }
  const [missing] = open;
  return missing === undefined ? undefined : refusals.callWithoutOutput(missing);
}

/** Truncates messages that exceed the token limit. The last message that fits in part becomes incomplete. */
function limitOutput(
  items: readonly ResponseOutputItem[],
  maxTokens: number | undefined,
): { output: ResponseOutputItem[]; isTruncated: boolean } {
  if (maxTokens === undefined) return { output: [...items], isTruncated: false };
  let left = maxTokens;
  const output: ResponseOutputItem[] = [];
  for (const item of items) {
    if (item.type !== 'message') {
      output.push(item);
      continue;
    }
    const text = item.content.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
    if (countTokens(text) > left) {
      const truncated = truncateText(text, left);
      output.push({
        ...item,
        status: 'incomplete',
        content: [{ type: 'output_text', text: truncated, annotations: [], logprobs: [] }],
      });
      return { output, isTruncated: true };
    }
    left -= countTokens(text);
    output.push(item);
  }
  return { output, isTruncated: false };
}

function truncateText(text: string, tokens: number): string {
  let end = 0;
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character, 'utf8');
    if (bytes > tokens * 4) break;
    end += character.length;
  }
  return text.slice(0, end);
}
