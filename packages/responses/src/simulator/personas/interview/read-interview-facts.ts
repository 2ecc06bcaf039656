import type { Turn } from '../persona.ts';
import { interviewFields, interviewQuestions, type InterviewField } from './interview-questions.ts';

const MAX_TEXT_LENGTH = 4000;

// A polite ending is not part of the value.
const ENDING = /(?:です|でお願いします|になります)?[。.!！]*$/;
/** Matches a comma before another fact, as in "業種はIT、期限は来月です". */
const NEXT_FACT = /[、,](?=[^、,:：]{1,12}(?:は|[:：]))/;

/** The facts of the interview so far. */
export type InterviewFacts = Partial<Record<InterviewField, string>>;

const NAMED: Readonly<Record<InterviewField, RegExp>> = {
  industry: /(?:^|\n)[ \t\-*・]*(?:industry|業種|業界)\s*(?:[:：]|は(?!何|いつ))\s*([^\n。]+)/i,
  processType:
    /(?:^|\n)[ \t\-*・]*(?:process ?type|process|プロセス(?:種別)?|業務(?:の種類)?)\s*(?:[:：]|は(?!何|いつ))\s*([^\n。]+)/i,
  goal: /(?:^|\n)[ \t\-*・]*(?:goal|ゴール|目標|目的)\s*(?:[:：]|は(?!何|いつ))\s*([^\n。]+)/i,
  deadline:
    /(?:^|\n)[ \t\-*・]*(?:deadline|due|goal ?date|期限|期日|ゴール日)\s*(?:[:：]|は(?!何|いつ))\s*([^\n。]+)/i,
};

const SPOKEN: Readonly<Record<InterviewField, RegExp>> = {
  industry:
    /(製造業?|小売業?|医療|金融|建設業?|飲食業?|教育|不動産|物流|IT(?:企業|業界)?|ソフトウェア|manufacturing|retail|healthcare|finance|construction|education|logistics|software)/i,
  processType:
    /(採用|オンボーディング|入社|営業|商談|契約|調達|研修|イベント|hiring|recruit\w*|onboarding|sales|procurement|training|event)/i,
  goal: /([^\n。.]{2,60}?(?:したい|を目指|できるように|完了させ|が目標|がゴール))|(?:goal is|want to|aim to)\s+([^.\n]{2,80})/i,
  deadline:
    /(\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?|\d{1,2}月\d{1,2}日|\d+\s*(?:日|週間|か月|ヶ月|カ月)後|来月末?|今月末|年度末|in \w+ (?:days|weeks|months)|by (?:the end of )?\w+(?: \d{1,2})?)/i,
};

/**
 * Collects the facts. The newest value that is stated by name has precedence, then replies to questions, then the
 * first mention, so that later text about single steps does not change the subject.
 */
export function readInterviewFacts(instructions: string, turns: readonly Turn[]): InterviewFacts {
  // Long texts are truncated because the patterns below backtrack.
  const userTexts = turns.flatMap((turn) =>
    turn.role === 'user' ? [turn.text.slice(0, MAX_TEXT_LENGTH)] : [],
  );
  const facts: InterviewFacts = {};
  for (const field of interviewFields) {
    const value =
      readNamed(field, userTexts) ??
      readAnswered(field, turns) ??
      readMentioned(field, userTexts) ??
      readNamed(field, [instructions]);
    if (value !== undefined) facts[field] = value;
  }
  return facts;
}

function readNamed(field: InterviewField, texts: readonly string[]): string | undefined {
  const found = texts.flatMap((text) => clean(NAMED[field].exec(text)?.[1]?.split(NEXT_FACT)[0]) ?? []);
  return found.at(-1);
}

function readMentioned(field: InterviewField, texts: readonly string[]): string | undefined {
  const matches = texts.map((text) => SPOKEN[field].exec(text));
  return matches.flatMap((match) => clean(match?.[1] ?? match?.[2]) ?? [])[0];
}

// A reply to a direct question is used unchanged.
function readAnswered(field: InterviewField, turns: readonly Turn[]): string | undefined {
  const { ja, en } = interviewQuestions[field];
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1];
    if (turn.role !== 'assistant' || next?.role !== 'user') continue;
    const isQuestion = turn.text.includes(ja.question) || turn.text.includes(en.question);
    if (isQuestion) return readReply(field, next.text.slice(0, MAX_TEXT_LENGTH));
  }
  return undefined;
}

function readReply(field: InterviewField, text: string): string | undefined {
  const reply = text.trim().replace(ENDING, '');
  // A short reply without punctuation is the value itself. A longer reply may contain other facts.
  const isPlain = reply.length <= 40 && !/[、,\n]/.test(reply);
  return clean(isPlain ? reply : (SPOKEN[field].exec(reply)?.[0] ?? reply));
}

function clean(value: string | undefined): string | undefined {
  const text = value?.trim().replace(ENDING, '').slice(0, 80);
  // Prompts contain these words where a value is unknown.
  return text === undefined || /^(?:|-|未定|未設定|不明|unknown|n\/a|none|undefined|null)$/i.test(text)
    ? undefined
    : text;
}
