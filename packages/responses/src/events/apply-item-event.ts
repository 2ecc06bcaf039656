import type { JsonRecord } from '../json/is-record.ts';
import { readNumber, readRecord, readString } from '../json/read-field.ts';
import type { OutputItemState } from './output-item-state.ts';
import type { Progress } from './progress.ts';

const HOSTED_STEP = /^response\.([a-z_]+)_call\.([a-z_]+)$/;
const MAX_PART_INDEX = 4096;

/** The position of an event: the index in it, and the item at the index, created when it is first needed. */
export type EventPosition = { outputIndex: number; item: () => OutputItemState };

/** Applies an event that belongs to one output item. Returns undefined when the event contains nothing new. */
export function applyItemEvent(type: string, event: JsonRecord, place: EventPosition): Progress | undefined {
  switch (type) {
    case 'response.output_text.delta': {
      const delta = readDelta(event);
      const item = place.item();
      item.addText(partIndex(event, 'content_index'), 'output_text', delta);
      return { type: 'text', delta, phase: item.phase, outputIndex: place.outputIndex };
    }
    case 'response.output_text.done':
      return setText(place, event, { type: 'output_text', text: readString(event, 'text') });
    case 'response.refusal.delta': {
      const delta = readDelta(event);
      place.item().addText(partIndex(event, 'content_index'), 'refusal', delta);
      return { type: 'refusal', delta };
    }
    case 'response.refusal.done':
      return setText(place, event, { type: 'refusal', text: readString(event, 'refusal') });
    case 'response.output_text.annotation.added': {
      const annotation = readRecord(event, 'annotation');
      if (annotation) place.item().addAnnotation(partIndex(event, 'content_index'), annotation);
      return undefined;
    }
    case 'response.reasoning_summary_text.delta': {
      const delta = readDelta(event);
      const summaryIndex = partIndex(event, 'summary_index');
      place.item().addSummary(summaryIndex, delta);
      return { type: 'reasoning', delta, outputIndex: place.outputIndex, summaryIndex };
    }
    case 'response.function_call_arguments.delta': {
      const delta = readDelta(event);
      const item = place.item();
      item.addArguments(delta);
      return { type: 'arguments', delta, callId: item.callId, name: item.name };
    }
    case 'response.function_call_arguments.done': {
      const text = readString(event, 'arguments');
      if (text !== undefined) place.item().setArguments(text);
      return undefined;
    }
    case 'response.code_interpreter_call_code.delta': {
      place.item().addCode(readDelta(event));
      return undefined;
    }
    case 'response.code_interpreter_call_code.done': {
      const code = readString(event, 'code');
      if (code !== undefined) place.item().setCode(code);
      return undefined;
    }
    default:
      return readHostedStep(type);
  }
}

function readDelta(event: JsonRecord): string {
  return readString(event, 'delta') ?? '';
}

/** Replaces the collected text of a part, if the event contains the complete one. */
function setText(
  place: EventPosition,
  event: JsonRecord,
  { type, text }: { type: 'output_text' | 'refusal'; text: string | undefined },
): undefined {
  if (text !== undefined) place.item().setText(partIndex(event, 'content_index'), type, text);
}

function readHostedStep(type: string): Progress | undefined {
  const match = HOSTED_STEP.exec(type);
  const [, tool, step] = match ?? [];
  return tool !== undefined && step !== undefined ? { type: 'tool', tool, step } : undefined;
}

// An untrusted index must not create a sparse array with a billion entries.
function partIndex(event: JsonRecord, name: string): number {
  const index = readNumber(event, name) ?? 0;
  return Number.isSafeInteger(index) && index >= 0 && index <= MAX_PART_INDEX ? index : 0;
}
