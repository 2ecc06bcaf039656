import type { JsonRecord } from '../json/is-record.ts';
import { readRecord, readRecords, readString } from '../json/read-field.ts';
import type { CodeRun, FunctionCall } from './response-outcome.ts';

/** The results of the tools in a response: function calls, web search and code interpreter. */
export type ToolItems = {
  functionCalls: FunctionCall[];
  sources: string[];
  webSearches: number;
  codeRuns: CodeRun[];
  reasoningSummary: string;
};

/** Collects tool calls, sources, code runs and reasoning summaries from output items. */
export function readToolItems(items: readonly JsonRecord[]): ToolItems {
  const found: ToolItems = {
    functionCalls: [],
    sources: [],
    webSearches: 0,
    codeRuns: [],
    reasoningSummary: '',
  };
  const sources = new Set<string>();
  const paragraphs: string[] = [];
  for (const item of items) {
    const type = readString(item, 'type');
    if (type === 'function_call') found.functionCalls.push(readFunctionCall(item));
    if (type === 'code_interpreter_call') found.codeRuns.push(readCodeRun(item));
    if (type === 'web_search_call') {
      found.webSearches += 1;
      for (const url of readSources(item)) sources.add(url);
    }
    if (type === 'reasoning') {
      for (const part of readRecords(item, 'summary')) paragraphs.push(readString(part, 'text') ?? '');
    }
  }
  found.sources = [...sources];
  found.reasoningSummary = paragraphs.filter((text) => text !== '').join('\n\n');
  return found;
}

function readFunctionCall(item: JsonRecord): FunctionCall {
  return {
    callId: readString(item, 'call_id') ?? readString(item, 'id') ?? '',
    name: readString(item, 'name') ?? '',
    arguments: readString(item, 'arguments') ?? '',
  };
}

function readCodeRun(item: JsonRecord): CodeRun {
  const outputs = readRecords(item, 'outputs');
  return {
    containerId: readString(item, 'container_id') ?? '',
    code: readString(item, 'code') ?? '',
    logs: outputs.flatMap((output) => readString(output, 'logs') ?? []),
    images: outputs.flatMap((output) => readString(output, 'url') ?? []),
    status: readString(item, 'status') ?? 'completed',
  };
}

function readSources(item: JsonRecord): string[] {
  const action = readRecord(item, 'action') ?? {};
  const listed = readRecords(action, 'sources').flatMap((source) => readString(source, 'url') ?? []);
  const opened = readString(action, 'url');
  return opened === undefined ? listed : [...listed, opened];
}
