import { en } from '../../../app/console/src/i18n/en.ts';
import { ja } from '../../../app/console/src/i18n/ja.ts';
import type { Phrase, PhraseValues } from '../../../app/console/src/i18n/phrase.ts';
import { translate } from '../../../app/console/src/i18n/translate.ts';
import { wordsEn as editEn } from '../../../app/console/src/gate/words.en.ts';
import { wordsJa as editJa } from '../../../app/console/src/gate/words.ja.ts';
import { wordsEn as auditEn } from '../../../app/console/src/screens/audit/words.en.ts';
import { wordsJa as auditJa } from '../../../app/console/src/screens/audit/words.ja.ts';
import { wordsEn as chatEn } from '../../../app/console/src/screens/chat/words.en.ts';
import { wordsJa as chatJa } from '../../../app/console/src/screens/chat/words.ja.ts';
import { wordsEn as doctorEn } from '../../../app/console/src/screens/doctor/words.en.ts';
import { wordsJa as doctorJa } from '../../../app/console/src/screens/doctor/words.ja.ts';
import { laterWordsEn } from '../../../app/console/src/screens/inbox/later-words.en.ts';
import { laterWordsJa } from '../../../app/console/src/screens/inbox/later-words.ja.ts';
import { wordsEn as inboxEn } from '../../../app/console/src/screens/inbox/words.en.ts';
import { wordsJa as inboxJa } from '../../../app/console/src/screens/inbox/words.ja.ts';
import { wordsEn as playgroundEn } from '../../../app/console/src/screens/playground/words.en.ts';
import { wordsJa as playgroundJa } from '../../../app/console/src/screens/playground/words.ja.ts';
import { wordsEn as policiesEn } from '../../../app/console/src/screens/policies/words.en.ts';
import { wordsJa as policiesJa } from '../../../app/console/src/screens/policies/words.ja.ts';
import { wordsEn as runsEn } from '../../../app/console/src/screens/runs/words.en.ts';
import { wordsJa as runsJa } from '../../../app/console/src/screens/runs/words.ja.ts';
import { wordsEn as skillsEn } from '../../../app/console/src/screens/skills/words.en.ts';
import { wordsJa as skillsJa } from '../../../app/console/src/screens/skills/words.ja.ts';
import { wordsEn as toolsEn } from '../../../app/console/src/screens/tools/words.en.ts';
import { wordsJa as toolsJa } from '../../../app/console/src/screens/tools/words.ja.ts';

/** The languages of the tests. */
export const LANGUAGES = ['ja', 'en'] as const;

type Language = (typeof LANGUAGES)[number];

/** Returns the texts of the shell in a language. */
export const speakShell = speaker({ en, ja });

/** Returns the texts of the inbox in a language. */
export const speakInbox = speaker({
  en: { ...inboxEn, ...laterWordsEn },
  ja: { ...inboxJa, ...laterWordsJa },
});

/** Returns the texts about edited arguments in a language. */
export const speakEdit = speaker({ en: editEn, ja: editJa });

/** Returns the texts of the audit log in a language. */
export const speakAudit = speaker({ en: auditEn, ja: auditJa });

/** Returns the texts of the chat in a language. */
export const speakChat = speaker({ en: chatEn, ja: chatJa });

/** Returns the texts of the doctor in a language. */
export const speakDoctor = speaker({ en: doctorEn, ja: doctorJa });

/** Returns the texts of the playground in a language. */
export const speakPlayground = speaker({ en: playgroundEn, ja: playgroundJa });

/** Returns the texts of the policies in a language. */
export const speakPolicies = speaker({ en: policiesEn, ja: policiesJa });

/** Returns the texts of the runs in a language. */
export const speakRuns = speaker({ en: runsEn, ja: runsJa });

/** Returns the texts of the skills in a language. */
export const speakSkills = speaker({ en: skillsEn, ja: skillsJa });

/** Returns the texts of the tools in a language. */
export const speakTools = speaker({ en: toolsEn, ja: toolsJa });

function speaker<Key extends string>(words: Readonly<Record<Language, Readonly<Record<Key, Phrase>>>>) {
  return (language: Language) => (key: Key, values?: PhraseValues) =>
    translate(language, words[language][key], values);
}
