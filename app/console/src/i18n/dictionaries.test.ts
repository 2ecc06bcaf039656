import { describe, expect, it } from 'vitest';
import { textsEn as editEn } from '../policies/gate/texts.en.ts';
import { textsJa as editJa } from '../policies/gate/texts.ja.ts';
import { textsEn as ganttEn } from '../ui/gantt/texts.en.ts';
import { textsJa as ganttJa } from '../ui/gantt/texts.ja.ts';
import { textsEn as loginEn } from '../access/texts.en.ts';
import { textsJa as loginJa } from '../access/texts.ja.ts';
import { textsEn as paletteEn } from '../app/palette/texts.en.ts';
import { textsJa as paletteJa } from '../app/palette/texts.ja.ts';
import { notFoundEn } from '../app/not-found.en.ts';
import { notFoundJa } from '../app/not-found.ja.ts';
import { settingsEn } from '../app/navigation/settings.en.ts';
import { settingsJa } from '../app/navigation/settings.ja.ts';
import { conversationEn } from '../runs/context/conversation.en.ts';
import { conversationJa } from '../runs/context/conversation.ja.ts';
import { effectEn } from '../approvals/effect/texts.en.ts';
import { effectJa } from '../approvals/effect/texts.ja.ts';
import { reasonsEn } from '../approvals/request/reasons.en.ts';
import { reasonsJa } from '../approvals/request/reasons.ja.ts';
import { textsEn as auditEn } from '../audit/texts.en.ts';
import { textsJa as auditJa } from '../audit/texts.ja.ts';
import { textsEn as chatEn } from '../processes/texts.en.ts';
import { textsJa as chatJa } from '../processes/texts.ja.ts';
import { textsEn as doctorEn } from '../doctor/texts.en.ts';
import { textsJa as doctorJa } from '../doctor/texts.ja.ts';
import { lazyTextsEn } from '../approvals/lazy-texts.en.ts';
import { lazyTextsJa } from '../approvals/lazy-texts.ja.ts';
import { textsEn as inboxEn } from '../approvals/texts.en.ts';
import { textsJa as inboxJa } from '../approvals/texts.ja.ts';
import { textsEn as playgroundEn } from '../runs/playground/texts.en.ts';
import { textsJa as playgroundJa } from '../runs/playground/texts.ja.ts';
import { textsEn as policiesEn } from '../policies/texts.en.ts';
import { textsJa as policiesJa } from '../policies/texts.ja.ts';
import { textsEn as runsEn } from '../runs/texts.en.ts';
import { textsJa as runsJa } from '../runs/texts.ja.ts';
import { textsEn as skillsEn } from '../policies/skills/texts.en.ts';
import { textsJa as skillsJa } from '../policies/skills/texts.ja.ts';
import { textsEn as toolsEn } from '../policies/tools/texts.en.ts';
import { textsJa as toolsJa } from '../policies/tools/texts.ja.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import type { Phrase } from './phrase.ts';

const placesOf = (phrase: Phrase) =>
  [...new Set((typeof phrase === 'string' ? phrase : phrase.other).match(/\{\w+\}/gu))].toSorted();

describe.each<[string, Record<string, Phrase>, Record<string, Phrase>]>([
  ['shell', en, ja],
  ['sign-in page', loginEn, loginJa],
  ['unknown address', notFoundEn, notFoundJa],
  ['palette', paletteEn, paletteJa],
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
  ['later parts of the inbox', lazyTextsEn, lazyTextsJa],
  ['effects', effectEn, effectJa],
  ['reasons', reasonsEn, reasonsJa],
  ['settings of the browser', settingsEn, settingsJa],
  ['conversation', conversationEn, conversationJa],
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
