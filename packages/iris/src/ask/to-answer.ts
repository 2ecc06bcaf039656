import { estimateCost, type Language, type ModelEntry, type ResponseOutcome } from '@sekisho/responses';
import { cleanText } from '../messages/clean-text.ts';
import { sentences } from '../messages/sentences.ts';
import { fileUri } from './file-uri.ts';
import type { IrisAnswer } from './iris-answer.ts';

const MAX_ANSWER_LENGTH = 400_000;
const MAX_LOG_LENGTH = 20_000;

/** The fields of the answer that the response does not contain. */
export type AnswerFacts = {
  language: Language;
  handle: string | undefined;
  continuedFrom?: string | undefined;
  /** Undefined when OpenAI stores nothing. */
  expiresAt: string | undefined;
  entry: ModelEntry | undefined;
  warnings: readonly string[];
  demo: boolean;
};

/** Turns the response of OpenAI into the result of this server. */
export function toAnswer(outcome: ResponseOutcome, facts: AnswerFacts): IrisAnswer {
  const { language, entry, demo } = facts;
  const { usage } = outcome;
  const text = cleanText(outcome.answer === '' ? (outcome.refusal ?? '') : outcome.answer);
  const warnings = [...facts.warnings];
  if (outcome.status === 'completed' && text.trim() === '') warnings.push(sentences.emptyAnswer[language]);
  if (outcome.status === 'cancelled') warnings.push(sentences.cancelled[language]);
  if (outcome.status === 'incomplete') {
    const isFiltered = outcome.incompleteReason === 'content_filter';
    warnings.push((isFiltered ? sentences.filtered : sentences.truncated)[language]);
  }
  if (text.length > MAX_ANSWER_LENGTH) warnings.push(sentences.tooLong[language]);
  if (demo) warnings.unshift(sentences.demo[language]);
  // One object literal with all fields: adding fields later is slower than the rest of this function.
  return {
    answer: text.slice(0, MAX_ANSWER_LENGTH),
    response_id: facts.handle,
    status: outcome.status,
    model: outcome.model,
    continued_from: facts.continuedFrom,
    expires_at: facts.expiresAt,
    citations: uniqueCitations(outcome),
    sources: outcome.sources.length === 0 ? [] : [...new Set(outcome.sources.map(cleanText))],
    code: outcome.codeRuns.map(({ code, logs }) => ({
      code: cleanText(code),
      logs: logs.map((log) => cleanText(log).slice(0, MAX_LOG_LENGTH)),
    })),
    files: outcome.files.map((file) => ({ uri: fileUri(file), filename: cleanText(file.filename) })),
    usage: usage && {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
    },
    cost_usd: usage && entry?.price ? estimateCost(usage, entry.price) : undefined,
    warnings,
    demo,
  };
}

function uniqueCitations({ citations }: ResponseOutcome): IrisAnswer['citations'] {
  if (citations.length === 0) return [];
  const byUrl = new Map<string, { url: string; title: string }>();
  for (const { url, title } of citations) {
    if (!byUrl.has(url)) byUrl.set(url, { url: cleanText(url), title: cleanText(title) });
  }
  return [...byUrl.values()];
}
