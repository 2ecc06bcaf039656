import { describe, expect, it } from 'vitest';
import { wordsEn as editEn } from '../gate/words.en.ts';
import { wordsJa as editJa } from '../gate/words.ja.ts';
import { wordsEn as ganttEn } from '../gantt/words.en.ts';
import { wordsJa as ganttJa } from '../gantt/words.ja.ts';
import { wordsEn as auditEn } from '../screens/audit/words.en.ts';
import { wordsJa as auditJa } from '../screens/audit/words.ja.ts';
import { wordsEn as chatEn } from '../screens/chat/words.en.ts';
import { wordsJa as chatJa } from '../screens/chat/words.ja.ts';
import { wordsEn as doctorEn } from '../screens/doctor/words.en.ts';
import { wordsJa as doctorJa } from '../screens/doctor/words.ja.ts';
import { laterWordsEn } from '../screens/inbox/later-words.en.ts';
import { laterWordsJa } from '../screens/inbox/later-words.ja.ts';
import { wordsEn as inboxEn } from '../screens/inbox/words.en.ts';
import { wordsJa as inboxJa } from '../screens/inbox/words.ja.ts';
import { wordsEn as playgroundEn } from '../screens/playground/words.en.ts';
import { wordsJa as playgroundJa } from '../screens/playground/words.ja.ts';
import { wordsEn as policiesEn } from '../screens/policies/words.en.ts';
import { wordsJa as policiesJa } from '../screens/policies/words.ja.ts';
import { wordsEn as runsEn } from '../screens/runs/words.en.ts';
import { wordsJa as runsJa } from '../screens/runs/words.ja.ts';
import { wordsEn as skillsEn } from '../screens/skills/words.en.ts';
import { wordsJa as skillsJa } from '../screens/skills/words.ja.ts';
import { wordsEn as toolsEn } from '../screens/tools/words.en.ts';
import { wordsJa as toolsJa } from '../screens/tools/words.ja.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import type { Phrase } from './phrase.ts';

const placesOf = (phrase: Phrase) =>
  [...new Set((typeof phrase === 'string' ? phrase : phrase.other).match(/\{\w+\}/gu))].toSorted();

describe.each<[string, Record<string, Phrase>, Record<string, Phrase>]>([
  ['shell', en, ja],
  ['audit', auditEn, auditJa],
  ['edit', editEn, editJa],
  ['chat', chatEn, chatJa],
  ['doctor', doctorEn, doctorJa],
  ['inbox', inboxEn, inboxJa],
  ['playground', playgroundEn, playgroundJa],
  ['policies', policiesEn, policiesJa],
  ['runs', runsEn, runsJa],
  ['skills', skillsEn, skillsJa],
  ['tools', toolsEn, toolsJa],
  ['later parts of the inbox', laterWordsEn, laterWordsJa],
  ['chart', ganttEn, ganttJa],
])('the texts of the %s', (_name, english, japanese) => {
  it('have the same keys and placeholders in both languages', () => {
    const places = (words: Record<string, Phrase>) =>
      Object.fromEntries(Object.entries(words).map(([key, phrase]) => [key, placesOf(phrase)]));
    expect(Object.keys(english).length).toBeGreaterThan(0);
    expect(places(japanese)).toEqual(places(english));
  });

  it('are in Japanese in the Japanese dictionary', () => {
    const left = Object.entries(japanese).filter(([key, phrase]) => phrase === english[key]);
    const sameOnPurpose = /JSON|MCP|CSV|OpenAI|Sekisho|"true"|"false"/u;
    expect(left.filter(([, phrase]) => !sameOnPurpose.test(JSON.stringify(phrase)))).toEqual([]);
  });

  it('contain no empty text and no leading or trailing space', () => {
    const all = [...Object.values(english), ...Object.values(japanese)].map((phrase) =>
      typeof phrase === 'string' ? phrase : phrase.other,
    );
    expect(all.filter((text) => text === '' || /^\s|\s$/u.test(text))).toEqual([]);
  });
});
