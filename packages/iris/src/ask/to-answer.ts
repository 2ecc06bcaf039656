import { estimateCost, type Language, type ModelEntry, type ResponseOutcome } from '@sekisho/responses';
import { cleanText } from '../messages/clean-text.ts';
import { sentences } from '../messages/sentences.ts';
import { fileUri } from './file-uri.ts';
import type { IrisAnswer } from './iris-answer.ts';

const LONGEST_ANSWER = 400_000;
const LONGEST_LOG = 20_000;
const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

/** What the answer says about itself beyond the outcome. */
export type AnswerFacts = {
  language: Language;
  handle: string | undefined;
  continuedFrom?: string | undefined;
  /** False when nothing is kept at OpenAI. */
  isStored: boolean;
  entry: ModelEntry | undefined;
  warnings: readonly string[];
  demo: boolean;
};

/** Turns what OpenAI said into the one result of this server. */
export function toAnswer(outcome: ResponseOutcome, facts: AnswerFacts): IrisAnswer {
  const { language, handle, continuedFrom, isStored, entry, demo } = facts;
  const text = cleanText(outcome.answer === '' ? (outcome.refusal ?? '') : outcome.answer);
  const warnings = [...facts.warnings];
  if (outcome.status === 'incomplete') warnings.push(sentences.cutShort[language]);
  if (text.length > LONGEST_ANSWER) warnings.push(sentences.tooLong[language]);
  if (demo) warnings.unshift(sentences.demo[language]);
  const answer: IrisAnswer = {
    answer: text.slice(0, LONGEST_ANSWER),
    status: outcome.status,
    citations: uniqueCitations(outcome),
    sources: outcome.sources.length === 0 ? [] : [...new Set(outcome.sources.map(cleanText))],
    code: outcome.codeRuns.map(({ code, logs }) => ({
      code: cleanText(code),
      logs: logs.map((log) => cleanText(log).slice(0, LONGEST_LOG)),
    })),
    files: outcome.files.map((file) => ({ uri: fileUri(file), filename: cleanText(file.filename) })),
    warnings,
    demo,
  };
  const { usage, createdAt, model } = outcome;
  if (handle !== undefined) answer.response_id = handle;
  if (model !== undefined) answer.model = model;
  if (continuedFrom !== undefined) answer.continued_from = continuedFrom;
  if (isStored && createdAt !== undefined) {
    answer.expires_at = new Date(createdAt * 1000 + THIRTY_DAYS).toISOString();
  }
  if (usage !== undefined) {
    answer.usage = {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
    };
    if (entry?.price) answer.cost_usd = estimateCost(usage, entry.price);
  }
  return answer;
}

function uniqueCitations({ citations }: ResponseOutcome): IrisAnswer['citations'] {
  if (citations.length === 0) return [];
  const byUrl = new Map<string, { url: string; title: string }>();
  for (const { url, title } of citations) {
    if (!byUrl.has(url)) byUrl.set(url, { url: cleanText(url), title: cleanText(title) });
  }
  return [...byUrl.values()];
}
