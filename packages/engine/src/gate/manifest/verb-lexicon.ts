import type { Effect } from '../../wire/tool-manifest.ts';

/** Families of verbs. Each belongs to one effect. */
export type VerbClass =
  | 'read'
  | 'make'
  | 'change'
  | 'move'
  | 'book'
  | 'operate'
  | 'send'
  | 'delete'
  | 'spend'
  | 'execute'
  | 'admin';

const FAMILIES: Readonly<Record<VerbClass, string>> = {
  read: `get list search find view read fetch show check lookup query retrieve calculate compute convert count compare
    describe track monitor estimate predict analyze analyse summarize summarise browse see verify validate sort cat grep
    ls cd pwd tail head wc diff du display look determine identify detect classify extract explain tell recommend suggest
    inspect examine review load watch navigate visit evaluate solve preview translate parse ask scan measure access
    gather obtain locate discover inform simulate plot draw print format filter
    answer think collect listen know scrape crawl enumerate select choose rank observe`,
  make: `create add write make append insert save upload touch mkdir copy cp draft compose log register submit record
    import attach put place report generate request remind push commit build produce file open prepare capture store download export enter apply clone echo fork join`,
  change: `update set edit change modify adjust rename replace mark tag assign fill complete resolve close reopen
    correct fix merge amend revise exchange swap upgrade downgrade extend manage handle archive pin star
    rate follow unfollow retweet adapt increase decrease lower raise switch customise customize personalize label
    finish snooze postpone leave checkin checkout flag accept decline confirm rsvp sync rotate crop resize use implement refactor`,
  move: `move mv transfer relocate shift migrate return escalate`,
  book: `book reserve schedule reschedule plan arrange organize organise rent hire fly`,
  operate: `start stop turn activate deactivate press release toggle open close run dim play pause resume drive go
    dispatch control engage brake fill heat cool park trigger ring initiate click type scroll hover tap authenticate login
    logout`,
  send: `send email mail message post publish share forward reply tweet notify invite comment broadcast text dm respond
    announce remind resend answer contact mention submit upload inform tell ask congratulate thank dispatch deliver fax ping call dial`,
  delete: `delete remove cancel drop clear erase purge wipe uninstall unsubscribe discard rm rmdir destroy terminate
    trash empty end kick expel truncate unlink shred void withdraw retract undo revert nullify rescind eliminate scrap abort annul`,
  spend: `pay transfer buy purchase order withdraw deposit donate trade sell invest subscribe refund fund charge tip bet
    settle reimburse repay remit wire checkout renew bid stake borrow lend redeem acquire procure`,
  execute: `execute run exec eval invoke launch deploy install compile shell spawn bash script sudo restart reboot rollback`,
  admin: `grant revoke authorize authorise unlock lock disable enable reset configure block unblock ban unban promote
    demote permit approve impersonate elevate restrict allow deny suspend freeze whitelist allowlist quarantine provision
    delegate corrupt tamper sabotage manipulate
    exfiltrate steal leak hijack intercept expose disrupt damage deface spy divert harvest override bypass`,
};

/** The effect of the verbs of a family. */
export const EFFECT_OF_VERB: Readonly<Record<VerbClass, Effect>> = {
  read: 'read',
  make: 'write',
  change: 'write',
  move: 'write',
  book: 'write',
  operate: 'write',
  send: 'send',
  delete: 'delete',
  spend: 'spend',
  execute: 'execute',
  admin: 'admin',
};

const VERB_CLASSES: readonly VerbClass[] = [
  'read',
  'make',
  'change',
  'move',
  'book',
  'operate',
  'send',
  'delete',
  'spend',
  'execute',
  'admin',
];

const CLASSES_OF_VERB: ReadonlyMap<string, readonly VerbClass[]> = indexFamilies();

/** Returns the families of a verb in its base form; empty for an unknown verb. */
export function classesOfVerb(verb: string): readonly VerbClass[] {
  return CLASSES_OF_VERB.get(verb) ?? [];
}

/** Returns the base form of a verb that ends in -s, -ing or -ed, or undefined for an unknown verb. */
export function baseVerb(word: string): string | undefined {
  if (CLASSES_OF_VERB.has(word)) return word;
  for (const [ending, replacements] of ENDINGS) {
    if (!word.endsWith(ending) || word.length < ending.length + 2) continue;
    const root = word.slice(0, -ending.length);
    for (const replacement of replacements) {
      if (CLASSES_OF_VERB.has(root + replacement)) return root + replacement;
    }
    const undoubled = root.slice(0, -1);
    if (root.at(-1) === root.at(-2) && CLASSES_OF_VERB.has(undoubled)) return undoubled;
  }
  return IRREGULAR.get(word);
}

const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ['ies', ['y']],
  ['es', ['', 'e']],
  ['s', ['']],
  ['ing', ['', 'e']],
  ['ied', ['y']],
  ['ed', ['', 'e']],
];

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['sent', 'send'],
  ['paid', 'pay'],
  ['bought', 'buy'],
  ['sold', 'sell'],
  ['written', 'write'],
  ['made', 'make'],
]);

function indexFamilies(): Map<string, VerbClass[]> {
  const index = new Map<string, VerbClass[]>();
  for (const verbClass of VERB_CLASSES) {
    for (const verb of FAMILIES[verbClass].split(/\s+/)) {
      const classes = index.get(verb);
      if (classes === undefined) index.set(verb, [verbClass]);
      else if (!classes.includes(verbClass)) classes.push(verbClass);
    }
  }
  return index;
}
