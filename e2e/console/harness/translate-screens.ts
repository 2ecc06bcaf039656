import { en } from '../../../app/console/src/i18n/en.ts';
import { ja } from '../../../app/console/src/i18n/ja.ts';
import type { Phrase, PhraseValues } from '../../../app/console/src/i18n/phrase.ts';
import { translate } from '../../../app/console/src/i18n/translate.ts';
import { textsEn as editEn } from '../../../app/console/src/policies/gate/texts.en.ts';
import { textsJa as editJa } from '../../../app/console/src/policies/gate/texts.ja.ts';
import { termsEn } from '../../../app/console/src/policies/gate/terms.en.ts';
import { termsJa } from '../../../app/console/src/policies/gate/terms.ja.ts';
import { textsEn as loginEn } from '../../../app/console/src/access/texts.en.ts';
import { textsJa as loginJa } from '../../../app/console/src/access/texts.ja.ts';
import { settingsEn as preferencesEn } from '../../../app/console/src/app/navigation/settings.en.ts';
import { settingsJa as preferencesJa } from '../../../app/console/src/app/navigation/settings.ja.ts';
import { textsEn as paletteEn } from '../../../app/console/src/app/palette/texts.en.ts';
import { textsJa as paletteJa } from '../../../app/console/src/app/palette/texts.ja.ts';
import { textsEn as auditEn } from '../../../app/console/src/audit/texts.en.ts';
import { textsJa as auditJa } from '../../../app/console/src/audit/texts.ja.ts';
import { textsEn as chatEn } from '../../../app/console/src/processes/texts.en.ts';
import { textsJa as chatJa } from '../../../app/console/src/processes/texts.ja.ts';
import { textsEn as dashboardEn } from '../../../app/console/src/dashboard/texts.en.ts';
import { textsJa as dashboardJa } from '../../../app/console/src/dashboard/texts.ja.ts';
import { textsEn as doctorEn } from '../../../app/console/src/doctor/texts.en.ts';
import { textsJa as doctorJa } from '../../../app/console/src/doctor/texts.ja.ts';
import { lazyTextsEn } from '../../../app/console/src/approvals/lazy-texts.en.ts';
import { lazyTextsJa } from '../../../app/console/src/approvals/lazy-texts.ja.ts';
import { textsEn as inboxEn } from '../../../app/console/src/approvals/texts.en.ts';
import { textsJa as inboxJa } from '../../../app/console/src/approvals/texts.ja.ts';
import { textsEn as playgroundEn } from '../../../app/console/src/runs/playground/texts.en.ts';
import { textsJa as playgroundJa } from '../../../app/console/src/runs/playground/texts.ja.ts';
import { textsEn as permissionsEn } from '../../../app/console/src/approvals/permissions/texts.en.ts';
import { textsJa as permissionsJa } from '../../../app/console/src/approvals/permissions/texts.ja.ts';
import { textsEn as policiesEn } from '../../../app/console/src/policies/texts.en.ts';
import { textsJa as policiesJa } from '../../../app/console/src/policies/texts.ja.ts';
import { conversationEn } from '../../../app/console/src/runs/context/conversation.en.ts';
import { conversationJa } from '../../../app/console/src/runs/context/conversation.ja.ts';
import { textsEn as contextEn } from '../../../app/console/src/runs/context/texts.en.ts';
import { textsJa as contextJa } from '../../../app/console/src/runs/context/texts.ja.ts';
import { textsEn as recordEn } from '../../../app/console/src/approvals/record/texts.en.ts';
import { textsJa as recordJa } from '../../../app/console/src/approvals/record/texts.ja.ts';
import { textsEn as runsEn } from '../../../app/console/src/runs/texts.en.ts';
import { textsJa as runsJa } from '../../../app/console/src/runs/texts.ja.ts';
import { textsEn as settingsEn } from '../../../app/console/src/settings/texts.en.ts';
import { textsJa as settingsJa } from '../../../app/console/src/settings/texts.ja.ts';
import { textsEn as stopsEn } from '../../../app/console/src/policies/stops/texts.en.ts';
import { textsJa as stopsJa } from '../../../app/console/src/policies/stops/texts.ja.ts';
import { textsEn as skillsEn } from '../../../app/console/src/policies/skills/texts.en.ts';
import { textsJa as skillsJa } from '../../../app/console/src/policies/skills/texts.ja.ts';
import { textsEn as toolsEn } from '../../../app/console/src/policies/tools/texts.en.ts';
import { textsJa as toolsJa } from '../../../app/console/src/policies/tools/texts.ja.ts';

/** The languages of the tests. */
export const LANGUAGES = ['ja', 'en'] as const;

type Language = (typeof LANGUAGES)[number];

/** Returns the texts of the shell in a language. */
export const translateShell = createTranslate({ en, ja });

/** Returns the texts of the inbox in a language. */
export const translateInbox = createTranslate({
  en: { ...inboxEn, ...lazyTextsEn },
  ja: { ...inboxJa, ...lazyTextsJa },
});

/** Returns the texts of the dashboard in a language. */
export const translateDashboard = createTranslate({ en: dashboardEn, ja: dashboardJa });

/** Returns the texts of the access settings in a language. */
export const translateSettings = createTranslate({ en: settingsEn, ja: settingsJa });

/** Returns the texts of the stop switch in a language. */
export const translateStops = createTranslate({ en: stopsEn, ja: stopsJa });

/** Returns the texts of the settings of the browser in a language. */
export const translatePreferences = createTranslate({ en: preferencesEn, ja: preferencesJa });

/** Returns the texts of the palette in a language. */
export const translatePalette = createTranslate({ en: paletteEn, ja: paletteJa });

/** Returns the texts of the sign-in page in a language. */
export const translateLogin = createTranslate({ en: loginEn, ja: loginJa });

/** Returns the texts about edited arguments in a language. */
export const translateEdit = createTranslate({ en: editEn, ja: editJa });

/** Returns the texts of the audit log in a language. */
export const translateAudit = createTranslate({ en: auditEn, ja: auditJa });

/** Returns the texts of the chat in a language. */
export const translateChat = createTranslate({ en: chatEn, ja: chatJa });

/** Returns the texts of the doctor in a language. */
export const translateDoctor = createTranslate({ en: doctorEn, ja: doctorJa });

/** Returns the texts of the playground in a language. */
export const translatePlayground = createTranslate({ en: playgroundEn, ja: playgroundJa });

/** Returns the texts of the policies in a language. */
export const translatePolicies = createTranslate({ en: policiesEn, ja: policiesJa });

/** Returns the texts of the context of a run in a language. */
export const translateContext = createTranslate({
  en: { ...contextEn, ...conversationEn },
  ja: { ...contextJa, ...conversationJa },
});

/** Returns the texts of the permissions in a language. */
export const translatePermissions = createTranslate({ en: permissionsEn, ja: permissionsJa });

/** Returns the texts of decision records in a language. */
export const translateRecord = createTranslate({ en: recordEn, ja: recordJa });

/** Returns the texts of the runs in a language. */
export const translateRuns = createTranslate({ en: runsEn, ja: runsJa });

/** Returns the texts of the skills in a language. */
export const translateSkills = createTranslate({ en: skillsEn, ja: skillsJa });

/** Returns the words for effects, roles and origins in a language. */
export const translateTerms = createTranslate({ en: termsEn, ja: termsJa });

/** Returns the texts of the tools in a language. */
export const translateTools = createTranslate({ en: toolsEn, ja: toolsJa });

function createTranslate<Key extends string>(
  words: Readonly<Record<Language, Readonly<Record<Key, Phrase>>>>,
) {
  return (language: Language) => (key: Key, values?: PhraseValues) =>
    translate(language, words[language][key], values);
}
