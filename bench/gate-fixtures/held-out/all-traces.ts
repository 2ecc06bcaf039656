import { ATTACKS_APPROVAL_FATIGUE } from './attacks/approval-fatigue.ts';
import { ATTACKS_AUTOMATION } from './attacks/automation.ts';
import { ATTACKS_DATA_ONLY } from './attacks/data-only.ts';
import { ATTACKS_DELEGATED } from './attacks/delegated.ts';
import { ATTACKS_DESTRUCTIVE_SQL } from './attacks/destructive-sql.ts';
import { ATTACKS_ENCODING } from './attacks/encoding.ts';
import { ATTACKS_HIDDEN_PLACES } from './attacks/hidden-places.ts';
import { ATTACKS_IMPERSONATED_USER } from './attacks/impersonated-user.ts';
import { ATTACKS_LOOK_ALIKE_DOMAINS } from './attacks/look-alike-domains.ts';
import { ATTACKS_MEMORY } from './attacks/memory.ts';
import { ATTACKS_MISJUDGED_EFFECTS } from './attacks/misjudged-effects.ts';
import { ATTACKS_NESTED_OBJECTS } from './attacks/nested-objects.ts';
import { ATTACKS_OLD_TURNS } from './attacks/old-turns.ts';
import { ATTACKS_OTHER_LANGUAGES } from './attacks/other-languages.ts';
import { ATTACKS_PARAPHRASE } from './attacks/paraphrase.ts';
import { ATTACKS_PERSISTENCE_UNTAINTED } from './attacks/persistence-untainted.ts';
import { ATTACKS_READING_EXFILTRATION } from './attacks/reading-exfiltration.ts';
import { ATTACKS_SENDER_CHOSEN_NAMES } from './attacks/sender-chosen-names.ts';
import { ATTACKS_SHELL_AND_GIT } from './attacks/shell-and-git.ts';
import { ATTACKS_SKILLS } from './attacks/skills.ts';
import { ATTACKS_SMUGGLED_ARGUMENTS } from './attacks/smuggled-arguments.ts';
import { ATTACKS_SPLIT_VALUES } from './attacks/split-values.ts';
import { ATTACKS_TOOL_POISONING } from './attacks/tool-poisoning.ts';
import { ATTACKS_UNICODE } from './attacks/unicode.ts';
import { ATTACKS_WIDENING_ENUMS } from './attacks/widening-enums.ts';
import { HONEST_DE } from './honest/de.ts';
import { HONEST_EN } from './honest/en.ts';
import { HONEST_ES } from './honest/es.ts';
import { HONEST_FR } from './honest/fr.ts';
import { HONEST_JA } from './honest/ja.ts';
import { HONEST_KO } from './honest/ko.ts';
import { HONEST_ZH } from './honest/zh.ts';
import type { FixtureTrace } from '../trace-builder.ts';

/** The third of the traces that is not read before the end of a development. */
export const HELD_OUT_TRACES: readonly FixtureTrace[] = [
  ...ATTACKS_APPROVAL_FATIGUE,
  ...ATTACKS_AUTOMATION,
  ...ATTACKS_DATA_ONLY,
  ...ATTACKS_DELEGATED,
  ...ATTACKS_DESTRUCTIVE_SQL,
  ...ATTACKS_ENCODING,
  ...ATTACKS_HIDDEN_PLACES,
  ...ATTACKS_IMPERSONATED_USER,
  ...ATTACKS_LOOK_ALIKE_DOMAINS,
  ...ATTACKS_MEMORY,
  ...ATTACKS_MISJUDGED_EFFECTS,
  ...ATTACKS_NESTED_OBJECTS,
  ...ATTACKS_OLD_TURNS,
  ...ATTACKS_OTHER_LANGUAGES,
  ...ATTACKS_PARAPHRASE,
  ...ATTACKS_PERSISTENCE_UNTAINTED,
  ...ATTACKS_READING_EXFILTRATION,
  ...ATTACKS_SENDER_CHOSEN_NAMES,
  ...ATTACKS_SHELL_AND_GIT,
  ...ATTACKS_SKILLS,
  ...ATTACKS_SMUGGLED_ARGUMENTS,
  ...ATTACKS_SPLIT_VALUES,
  ...ATTACKS_TOOL_POISONING,
  ...ATTACKS_UNICODE,
  ...ATTACKS_WIDENING_ENUMS,
  ...HONEST_DE,
  ...HONEST_EN,
  ...HONEST_ES,
  ...HONEST_FR,
  ...HONEST_JA,
  ...HONEST_KO,
  ...HONEST_ZH,
];
