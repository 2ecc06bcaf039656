import { detectLanguage, type PersonaLanguage } from './detect-language.ts';
import { evaluateArithmetic } from './evaluate-arithmetic.ts';
import { asksForName, findName } from './find-fact.ts';
import type { Turn } from './persona.ts';
import { shapeAnswer } from './shape-answer.ts';
import { shortenText } from './shorten-text.ts';

/** Replies to the last request of a conversation without tools, in the language of the request. */
export function answerPlainly(turns: readonly Turn[], wish: string): string {
  const language = detectLanguage(wish);
  const sum = evaluateArithmetic(wish);
  if (sum)
    return say(language, `${sum.expression} = ${sum.value} です。`, `${sum.expression} = ${sum.value}.`);
  if (asksForName(wish)) return answerName(language, findName(turns));
  const told = findName(turns.slice(-1));
  if (told !== undefined) {
    return say(
      language,
      `${told}さん、はじめまして。何をお手伝いしましょうか。`,
      `Nice to meet you, ${told}. How can I help?`,
    );
  }
  if (/^(?:hi|hello|hey|こんにちは|おはよう|こんばんは|はじめまして)/i.test(wish)) {
    return say(language, 'こんにちは。どのようなご用件でしょうか。', 'Hello! What can I do for you?');
  }
  if (/thank|ありがとう/i.test(wish)) {
    return say(
      language,
      'どういたしまして。ほかにもあればお知らせください。',
      "You're welcome. Anything else?",
    );
  }
  if (/previous question|last question|さっき|先ほど|前の質問/i.test(wish))
    return answerEarlier(language, turns);
  return shapeAnswer(wish, language);
}

function answerName(language: PersonaLanguage, name: string | undefined): string {
  return name === undefined
    ? say(language, 'まだお名前を伺っていません。', "You haven't told me your name yet.")
    : say(language, `お名前は${name}さんです。`, `Your name is ${name}.`);
}

function answerEarlier(language: PersonaLanguage, turns: readonly Turn[]): string {
  const asked = turns.filter((turn) => turn.role === 'user').at(-2);
  if (!asked || !('text' in asked)) {
    return say(language, 'これが最初の質問です。', 'This is your first question.');
  }
  const topic = shortenText(asked.text);
  return say(language, `先ほどの質問は「${topic}」でした。`, `Your previous question was "${topic}".`);
}

function say(language: PersonaLanguage, ja: string, en: string): string {
  return language === 'ja' ? ja : en;
}
