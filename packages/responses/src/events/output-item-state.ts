import type { JsonRecord } from '../json/is-record.ts';
import { readRecords, readString } from '../json/read-field.ts';
import type { Phase } from './response-outcome.ts';

type Part = { type: 'output_text' | 'refusal'; text: string; annotations: JsonRecord[] };

/** One output item that is still being received. It can be read at any time. */
export class OutputItemState {
  #item: JsonRecord;
  #isDone = false;
  readonly #parts: Part[] = [];
  readonly #summary: string[] = [];
  #arguments = '';
  #code = '';

  constructor(item: JsonRecord) {
    this.#item = item;
  }

  get type(): string {
    return readString(this.#item, 'type') ?? 'message';
  }

  get phase(): Phase | undefined {
    const phase = readString(this.#item, 'phase');
    return phase === 'commentary' || phase === 'final_answer' ? phase : undefined;
  }

  get callId(): string {
    return readString(this.#item, 'call_id') ?? '';
  }

  get name(): string {
    return readString(this.#item, 'name') ?? '';
  }

  addText(contentIndex: number, type: Part['type'], delta: string): void {
    this.#part(contentIndex, type).text += delta;
  }

  setText(contentIndex: number, type: Part['type'], text: string): void {
    this.#part(contentIndex, type).text = text;
  }

  addAnnotation(contentIndex: number, annotation: JsonRecord): void {
    this.#part(contentIndex, 'output_text').annotations.push(annotation);
  }

  addSummary(index: number, delta: string): void {
    this.#summary[index] = (this.#summary[index] ?? '') + delta;
  }

  addArguments(delta: string): void {
    this.#arguments += delta;
  }

  setArguments(text: string): void {
    this.#arguments = text;
  }

  addCode(delta: string): void {
    this.#code += delta;
  }

  setCode(text: string): void {
    this.#code = text;
  }

  /** Replaces the state with the finished item, which is what the server stores. */
  finish(item: JsonRecord): void {
    this.#item = item;
    this.#isDone = true;
  }

  /** Returns the item as received so far. */
  read(): JsonRecord {
    if (this.#isDone) return this.#item;
    const item: Record<string, unknown> = { type: 'message', ...this.#item };
    if (this.#parts.length > 0) item['content'] = this.#parts.filter(Boolean).map((part) => writePart(part));
    if (this.#summary.length > 0) {
      item['summary'] = this.#summary.map((text) => ({ type: 'summary_text', text }));
    }
    if (this.#arguments !== '') item['arguments'] = this.#arguments;
    if (this.#code !== '') item['code'] = this.#code;
    return item;
  }

  #part(contentIndex: number, type: Part['type']): Part {
    let part = this.#parts[contentIndex];
    if (!part) {
      const given = readRecords(this.#item, 'content')[contentIndex] ?? {};
      part = { type, text: readString(given, 'text') ?? readString(given, 'refusal') ?? '', annotations: [] };
      this.#parts[contentIndex] = part;
    }
    part.type = type;
    return part;
  }
}

function writePart({ type, text, annotations }: Part): JsonRecord {
  switch (type) {
    case 'output_text':
      return { type, text, annotations };
    case 'refusal':
      return { type, refusal: text };
  }
}
