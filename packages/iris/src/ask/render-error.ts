import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeError, type ErrorCode, type Language, type ResponsesError } from '@sekisho/responses';
import { cleanText } from '../messages/clean-text.ts';
import { hideFooters } from '../messages/hide-footers.ts';
import { sentences } from '../messages/sentences.ts';

/** The facts about a failed call besides its error. */
export type FailureFacts = {
  language: Language;
  /** The id in the caller's request. */
  previous?: string | undefined;
  /** The text that was received before the failure. */
  partial?: string | undefined;
  responseId?: string | undefined;
  demo: boolean;
};

/** Returns an error as a result. Everything is in the text, because hosts drop the structured content of errors. */
export function renderError(error: ResponsesError, facts: FailureFacts): CallToolResult {
  const { language, previous, partial, responseId, demo } = facts;
  const designSentence = previous === undefined ? undefined : describePrevious(error.code, previous);
  const lines = [
    `[${error.code}] ${designSentence ?? describeError(error.code, language)}`,
    ...(designSentence === undefined ? [] : [describeError(error.code, language)]),
    ...(error.code === 'invalid_argument' ? [cleanText(error.message)] : []),
    ...describeUpstream(error),
    ...(partial ? [`${sentences.partial[language]}\n${cleanText(partial)}`] : []),
    ...(demo ? [`${sentences.note[language]} ${sentences.demo[language]}`] : []),
  ];
  const footer = responseId === undefined ? '' : `\n\n[Response ID: ${responseId}]`;
  const text = hideFooters(lines.join('\n\n')) + footer;
  return { content: [{ type: 'text', text }], isError: true };
}

/** The messages about an id that cannot be continued, with the names of the design document. */
const previousResponseSentences = {
  invalidResponseId: (id: string) =>
    `Invalid or expired previous_response_id: ${id}. Response IDs are valid for 30 days.`,
  responseIdNotFound: (id: string) =>
    `Previous response not found: ${id}. The response may have expired (30 day limit) or never existed.`,
  // This message is not in the design document, which has no case for Zero Data Retention. The id has not expired.
  responseIdUnusable: (id: string) => `OpenAI cannot continue the previous response: ${id}.`,
};

function describePrevious(code: ErrorCode, previous: string): string | undefined {
  // The id is untrusted and is shown to a person or a model, so it is reduced to one short line.
  const id = cleanText(previous).replaceAll(/\s+/g, ' ').slice(0, 200);
  if (code === 'invalid_response_id') return previousResponseSentences.invalidResponseId(id);
  if (code === 'previous_response_not_found' || code === 'response_not_found') {
    return previousResponseSentences.responseIdNotFound(id);
  }
  if (code === 'previous_response_unusable') return previousResponseSentences.responseIdUnusable(id);
  return undefined;
}

function describeUpstream({ upstream }: ResponsesError): string[] {
  const facts = [
    upstream.status === undefined ? undefined : `HTTP ${upstream.status}`,
    upstream.code === undefined ? undefined : `code ${upstream.code}`,
    upstream.param === undefined ? undefined : `param ${upstream.param}`,
    upstream.requestId === undefined ? undefined : `request ${upstream.requestId}`,
    upstream.retryAfterMs === undefined ? undefined : `retry after ${upstream.retryAfterMs} ms`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? [] : [`(${cleanText(facts.join(', '))})`];
}
