import type {
  ResponseCodeInterpreterToolCall,
  ResponseFunctionToolCall,
  ResponseFunctionWebSearch,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { splitText } from './split-text.ts';

type WithoutNumber<E> = E extends unknown ? Omit<E, 'sequence_number'> : never;

/** A stream event without a sequence number. */
export type UnsequencedEvent = WithoutNumber<ResponseStreamEvent>;

/** The initial state of an item, and the events until it is complete. */
export type ItemEvents = { added: ResponseOutputItem; during: UnsequencedEvent[] };

/** Splits an output item into the events that create it. */
export function makeItemEvents(item: ResponseOutputItem, outputIndex: number): ItemEvents {
  if (item.type === 'message') return makeMessageEvents(item, outputIndex);
  if (item.type === 'reasoning') return makeReasoningEvents(item, outputIndex);
  if (item.type === 'function_call') return makeCallEvents(item, outputIndex);
  if (item.type === 'web_search_call') return makeSearchEvents(item, outputIndex);
  if (item.type === 'code_interpreter_call') return makeCodeEvents(item, outputIndex);
  return { added: item, during: [] };
}

function makeMessageEvents(message: ResponseOutputMessage, outputIndex: number): ItemEvents {
  const during: UnsequencedEvent[] = [];
  for (const [contentIndex, part] of message.content.entries()) {
    const position = { item_id: message.id, output_index: outputIndex, content_index: contentIndex };
    if (part.type === 'output_text') {
      const empty = { type: 'output_text' as const, text: '', annotations: [], logprobs: [] };
      during.push({ type: 'response.content_part.added', ...position, part: empty });
      for (const delta of splitText(part.text)) {
        during.push({ type: 'response.output_text.delta', ...position, delta, logprobs: [] });
      }
      for (const [annotationIndex, annotation] of part.annotations.entries()) {
        during.push({
          type: 'response.output_text.annotation.added',
          ...position,
          annotation_index: annotationIndex,
          annotation,
        });
      }
      during.push({ type: 'response.output_text.done', ...position, text: part.text, logprobs: [] });
    } else {
      during.push({
        type: 'response.content_part.added',
        ...position,
        part: { type: 'refusal', refusal: '' },
      });
      for (const delta of splitText(part.refusal)) {
        during.push({ type: 'response.refusal.delta', ...position, delta });
      }
      during.push({ type: 'response.refusal.done', ...position, refusal: part.refusal });
    }
    during.push({ type: 'response.content_part.done', ...position, part });
  }
  return { added: { ...message, status: 'in_progress', content: [] }, during };
}

function makeReasoningEvents(item: ResponseReasoningItem, outputIndex: number): ItemEvents {
  const during: UnsequencedEvent[] = [];
  for (const [summaryIndex, part] of item.summary.entries()) {
    const position = { item_id: item.id, output_index: outputIndex, summary_index: summaryIndex };
    during.push({
      type: 'response.reasoning_summary_part.added',
      ...position,
      part: { type: 'summary_text', text: '' },
    });
    for (const delta of splitText(part.text)) {
      during.push({ type: 'response.reasoning_summary_text.delta', ...position, delta });
    }
    during.push({ type: 'response.reasoning_summary_text.done', ...position, text: part.text });
    during.push({ type: 'response.reasoning_summary_part.done', ...position, part });
  }
  return { added: { ...item, summary: [] }, during };
}

function makeCallEvents(call: ResponseFunctionToolCall, outputIndex: number): ItemEvents {
  const position = { item_id: call.id ?? '', output_index: outputIndex };
  return {
    added: { ...call, status: 'in_progress', arguments: '' },
    during: [
      ...splitText(call.arguments).map((delta) => ({
        type: 'response.function_call_arguments.delta' as const,
        ...position,
        delta,
      })),
      { type: 'response.function_call_arguments.done', ...position, arguments: call.arguments },
    ],
  };
}

function makeSearchEvents(search: ResponseFunctionWebSearch, outputIndex: number): ItemEvents {
  const position = { item_id: search.id, output_index: outputIndex };
  return {
    added: { ...search, status: 'in_progress' },
    during: [
      { type: 'response.web_search_call.in_progress', ...position },
      { type: 'response.web_search_call.searching', ...position },
      { type: 'response.web_search_call.completed', ...position },
    ],
  };
}

function makeCodeEvents(run: ResponseCodeInterpreterToolCall, outputIndex: number): ItemEvents {
  const position = { item_id: run.id, output_index: outputIndex };
  const code = run.code ?? '';
  return {
    added: { ...run, status: 'in_progress', code: '', outputs: null },
    during: [
      { type: 'response.code_interpreter_call.in_progress', ...position },
      ...splitText(code).map((delta) => ({
        type: 'response.code_interpreter_call_code.delta' as const,
        ...position,
        delta,
      })),
      { type: 'response.code_interpreter_call_code.done', ...position, code },
      { type: 'response.code_interpreter_call.interpreting', ...position },
      { type: 'response.code_interpreter_call.completed', ...position },
    ],
  };
}
