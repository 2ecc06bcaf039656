import type { JsonRecord } from '../json/is-record.ts';
import { readNumber, readRecords, readString } from '../json/read-field.ts';
import type { Citation, ContainerFile } from './response-outcome.ts';

/** The text of a response, with commentary separated from the answer. */
export type Answer = {
  answer: string;
  commentary: string[];
  refusal: string | undefined;
  citations: Citation[];
  files: ContainerFile[];
};

/**
 * Separates the answer from commentary. Messages labeled `final_answer` are the answer. Some models label nothing and
 * also write messages between tool calls. For them, the last messages without a tool call in between are the answer.
 */
export function readAnswer(items: readonly JsonRecord[]): Answer {
  const chosen = new Set(chooseMessages(items));
  const result: Answer = { answer: '', commentary: [], refusal: undefined, citations: [], files: [] };
  for (const item of items) {
    if (readString(item, 'type') !== 'message') continue;
    if (chosen.has(item)) appendMessage(result, item);
    else collectRemark(result, item);
  }
  return result;
}

function chooseMessages(items: readonly JsonRecord[]): JsonRecord[] {
  const messages = items.filter((item) => readString(item, 'type') === 'message');
  const labelled = messages.filter((message) => readString(message, 'phase') === 'final_answer');
  if (labelled.length > 0) return labelled;
  let run: JsonRecord[] = [];
  let isInterrupted = false;
  for (const item of items) {
    const type = readString(item, 'type');
    if (type === 'message') {
      if (readString(item, 'phase') === 'commentary') continue;
      run = isInterrupted ? [item] : [...run, item];
      isInterrupted = false;
    } else if (type !== 'reasoning') {
      isInterrupted = true;
    }
  }
  return run;
}

function appendMessage(result: Answer, message: JsonRecord): void {
  for (const part of readRecords(message, 'content')) {
    const refusal = readString(part, 'refusal');
    if (refusal !== undefined) result.refusal = (result.refusal ?? '') + refusal;
    const text = readString(part, 'text');
    if (text === undefined) continue;
    const offset = result.answer.length;
    result.answer += text;
    for (const annotation of readRecords(part, 'annotations')) collectAnnotation(result, annotation, offset);
  }
}

function collectRemark(result: Answer, message: JsonRecord): void {
  const texts = readRecords(message, 'content').map((part) => readString(part, 'text') ?? '');
  const remark = texts.join('');
  if (remark !== '') result.commentary.push(remark);
}

function collectAnnotation(result: Answer, annotation: JsonRecord, offset: number): void {
  const type = readString(annotation, 'type');
  if (type === 'url_citation') {
    const url = readString(annotation, 'url');
    if (url === undefined) return;
    result.citations.push({
      url,
      title: readString(annotation, 'title') ?? '',
      startIndex: offset + (readNumber(annotation, 'start_index') ?? 0),
      endIndex: offset + (readNumber(annotation, 'end_index') ?? 0),
    });
  }
  if (type === 'container_file_citation') {
    result.files.push({
      containerId: readString(annotation, 'container_id') ?? '',
      fileId: readString(annotation, 'file_id') ?? '',
      filename: readString(annotation, 'filename') ?? '',
    });
  }
}
