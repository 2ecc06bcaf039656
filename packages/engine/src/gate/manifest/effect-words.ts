import type { ArgumentRole } from '../../wire/tool-manifest.ts';
import { stem } from './split-words.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stem));

/** A description that only states what is returned. */
export const DESCRIBES =
  /^\W*(?:this (?:tool|function|api) )?(?:provides?|offers?|returns?|gives?|supplies|contains?|delivers|what|whether|how (?:many|much)|list of|overview of|details? of) /i;
/** Roles of what a tool writes, sends, pays or runs. A tool without them can only select and look. */
export const WRITTEN_ROLES: ReadonlySet<ArgumentRole> = new Set([
  'content',
  'recipient',
  'account',
  'amount',
  'command',
  'credential',
]);
/** Nouns for information that are verbs elsewhere, or that have no plural. */
export const INFORMATION = new Set(
  `log text report record list view note review comment message mail info information detail status state summary overview
  history profile timeline inbox balance feed news result weather forecast directory catalog inventory content transcript schedule`.split(
    /\s+/,
  ),
);
export const PREPOSITIONS = new Set('in on of for at to by from with about'.split(' '));
export const TEXT_FAMILIES: ReadonlySet<string> = new Set(['message', 'file', 'note', 'sheet', 'web']);
/** A tool that describes itself as covert is severe, regardless of its effect. */
export const FURTIVE =
  /\b(?:covertly|secretly|stealthily|illegally|maliciously)\b|without (?:the )?(?:user'?s? )?(?:permission|consent|knowledge)/i;
export const CHARGES =
  /\b(?:is|are|be|gets?) charged\b|\bcharges? (?:the|your|a) |\bpays? (?:out|for)\b|\bbuys?\b|\bpurchases?\b|課金|決済|請求されます|abgebucht|belastet|débité|se cobra|결제|扣款/i;
export const FREE = /without (?:charge|payment|paying)|free of charge|no charge|not charged|無料/i;
/** Verbs that have only one meaning in a description, so that a reader with one of them does more than to read. */
export const SECOND_ACTIONS = new Set(
  'settle pay repair correct renew delete remove send forward publish share grant revoke unlock approve install purchase buy transfer overwrite archive'.split(
    ' ',
  ),
);
/** A tool that writes a letter "and sends it off" is not a draft. */
export const SENDING = new Set('send forward publish share dispatch deliver email'.split(' '));
/** The words of tools that pass a statement to a database. */
export const DATABASE =
  /\b(?:sql|nosql|databases?|db|mongo\w*|postgres\w*|mysql|sqlite|bigquery|snowflake|redshift|clickhouse|duckdb|warehouse|collections?|statements?)\b|データベース|数据库|데이터베이스|datenbank|base de (?:données|datos)/i;
export const FILLERS = new Set('the a an of in to browser web tab'.split(' '));
/** Tools that compute something, and notes of the assistant to itself. */
export const COMPUTES = new Set(
  'calculator calc converter translator dictionary clock scratchpad thinking think sequential'.split(' '),
);
export const PAGE_ACTIONS = new Set(
  'click type fill select tap press hover choose check input enter'.split(' '),
);
export const PAGE_PARTS = set(
  'text element option field form button page key input box dropdown link value mouse keyboard page',
);
export const PAGE_VERBS = new Set('open visit go navigate load view show'.split(' '));
export const PAGE_NOUNS = set('page webpage website url link site article');
export const PAGE_MOVES = new Set('scroll up down back forward go screenshot take page zoom wait'.split(' '));
export const CHECKS = set('test lint linter typecheck typechecker');
export const CHECK_WORDS = set(
  'run execute test lint linter typecheck typechecker type unit suite code project all check checker',
);
/** Words of a description that contradict a tool that only returns something. */
export const CHANGES =
  /\b(?:fix(?:es)?|updat\w+|delet\w+|creat\w+|sav(?:e|es|ing)|submit\w*|send\w*|pay\w*|deploy\w*|publish\w*|unlock\w*|approv\w+|confirm\w*|arbitrary|command|script)\b|--fix/i;
/** Arguments that pass a result on to other people. */
export const PASSES_ON = /^(?:share|forward|notify|send|copy|cc|bcc)_?(?:with|to|recipients?)?$/i;
export const MONEY = set(
  'money payment transaction fund payout remittance iban bill cash refund crypto bitcoin ether currency',
);
export const PURCHASE = set('order purchase donation subscription payment trade investment insurance');
export const PUBLIC = set('post comment tweet message reply email invitation');
export const GUARDED = set(
  `password passcode permission role privilege policy credential authentication firewall security factor 2fa mfa access
  ownership privacy sharing membership collaborator key certificate ssh dns payroll iam env infrastructure badge`,
);
export const AMBIGUOUS_SPEND = set(
  'transfer order fund charge tip top trade settle subscribe checkout renew bid',
);
