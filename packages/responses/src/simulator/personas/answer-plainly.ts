import { detectLanguage, type PersonaLanguage } from './detect-language.ts';
import { evaluateArithmetic } from './evaluate-arithmetic.ts';
import type { Turn } from './persona.ts';
import { shapeAnswer } from './shape-answer.ts';
import { shortenText } from './shorten-text.ts';

/** Replies to the last request of a conversation without tools, in the language of the request. */
export function answerPlainly(turns: readonly Turn[], request: string): string {
  const language = detectLanguage(request);
  const sum = evaluateArithmetic(request);
  if (sum)
    return say(language, `${sum.expression} = ${sum.value} です。`, `${sum.expression} = ${sum.value}.`);
  if (asksForName(request)) return answerName(language, findName(turns));
  const statedName = findName(turns.slice(-1));
  if (statedName !== undefined) {
    return say(
      language,
      `${statedName}さん、はじめまして。何をお手伝いしましょうか。`,
      `Nice to meet you, ${statedName}. How can I help?`,
    );
  }
  if (/^(?:hi|hello|hey|こんにちは|おはよう|こんばんは|はじめまして)/i.test(request)) {
    return say(language, 'こんにちは。どのようなご用件でしょうか。', 'Hello! What can I do for you?');
  }
  if (/thank|ありがとう/i.test(request)) {
    return say(
      language,
      'どういたしまして。ほかにもあればお知らせください。',
      "You're welcome. Anything else?",
    );
  }
  if (/previous question|last question|さっき|先ほど|前の質問/i.test(request))
    return answerEarlier(language, turns);
  return shapeAnswer(request, language);
}

function answerName(language: PersonaLanguage, name: string | undefined): string {
  return name === undefined
    ? say(language, 'まだお名前を伺っていません。', "You haven't told me your name yet.")
    : say(language, `お名前は${name}さんです。`, `Your name is ${name}.`);
}

function answerEarlier(language: PersonaLanguage, turns: readonly Turn[]): string {
  const previousQuestion = turns.filter((turn) => turn.role === 'user').at(-2);
  if (!previousQuestion || !('text' in previousQuestion)) {
    return say(language, 'これが最初の質問です。', 'This is your first question.');
  }
  const topic = shortenText(previousQuestion.text);
  return say(language, `先ほどの質問は「${topic}」でした。`, `Your previous question was "${topic}".`);
}

function say(language: PersonaLanguage, ja: string, en: string): string {
  return language === 'ja' ? ja : en;
}

const NAME_TOLD = [
  /(?:my name is|i am called|call me)\s+([\p{L}][\p{L}'-]*)/iu,
  /(?:私の名前は|名前は)\s*([\p{L}ー]{1,30}?)(?:です|と|。|、|$)/u,
  /^私は\s*([\p{Script=Han}\p{Script=Katakana}ー]{1,30})(?:です|と申)/u,
];
const NAME_ASKED =
  /what(?:'s| is) my name|who am i|私の名前(?:は|を)(?:何|なに|覚え|知|わか|[?？]|$)|名前を覚えて/iu;

/** Returns true when the user asks for their own name. */
function asksForName(text: string): boolean {
  return NAME_ASKED.test(text);
}

/** Returns the last name that the user stated in the conversation. */
function findName(turns: readonly Turn[]): string | undefined {
  for (const turn of turns.toReversed()) {
    if (turn.role !== 'user' || asksForName(turn.text)) continue;
    for (const pattern of NAME_TOLD) {
      const name = pattern.exec(turn.text)?.[1];
      if (name !== undefined) return name;
    }
  }
  return undefined;
}
