import type { ArgumentRole, Effect } from '../../wire/tool-manifest.ts';
import { splitWords, stem } from './split-words.ts';

/** The description of one argument in a schema. */
export interface ArgumentShape {
  readonly name: string;
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  readonly isChoice?: boolean | undefined;
}

/** The tool that an argument belongs to. */
export interface ToolShape {
  readonly effect: Effect;
  /** The nouns of a tool that creates something. There, a name is a label and does not select a target. */
  readonly makes: readonly string[];
}

/** Infers the role of an argument from its name, description and type. An unknown text is a target. */
export function inferArgumentRole(argument: ArgumentShape, tool: ToolShape): ArgumentRole {
  const words = splitWords(argument.name).map(stem);
  const matches = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  const isNumber = argument.type === 'integer' || argument.type === 'number' || argument.type === 'float';
  if (argument.type === 'boolean' || argument.type === 'bool') return 'option';
  // `max_output_tokens` limits a text, it is not a secret.
  if (isNumber && matches(LIMIT)) return 'option';
  if (matches(CREDENTIAL) || isKey(words)) return 'credential';
  if ((matches(COMMAND) || argument.name.toLowerCase() === 'code') && !isNumber) return 'command';
  if (tool.effect === 'execute' && !isNumber && argument.isChoice !== true && RUN.test(argument.name))
    return 'command';
  if (argument.isChoice === true) return 'option';
  if (tool.effect !== 'read' && EDIT_TEXT.test(argument.name))
    return OLD_TEXT.test(argument.name) ? 'option' : 'content';
  const byPurpose = steeringRole(argument, tool.effect, words);
  if (byPurpose !== undefined) return byPurpose;
  if (words.length > 1 && words.some((word) => word === 'from' || word === 'to') && !matches(RECIPIENT)) {
    return matches(OPTION) ? 'option' : 'target';
  }
  if (matches(OPTION) && !matches(RECIPIENT)) return matches(AMOUNT) && isNumber ? 'amount' : 'option';
  if (matches(AMOUNT))
    return isNumber || tool.effect === 'spend' || !VALUES.test(argument.name) ? 'amount' : 'content';
  if (tool.effect !== 'read' && STREET.test(argument.name))
    return tool.effect === 'write' ? 'target' : 'recipient';
  if (matches(CONTENT)) return 'content';
  if (matches(PATH) || FILE_TEXT.test(argument.description?.slice(0, 200) ?? '')) return 'path';
  if (matches(RECIPIENT) || words[0] === 'to') return 'recipient';
  if (matches(PERSON)) return tool.effect === 'read' ? 'target' : 'recipient';
  if (tool.effect === 'send' && matches(ROOM)) return 'recipient';
  if (tool.makes.length > 0 && (words.at(-1) === 'name' || tool.makes.includes(words.at(-1) ?? '')))
    return 'content';
  return isNumber ? 'option' : 'target';
}

/**
 * Returns roles that determine the destination. They take precedence over everything that only looks like an option.
 */
function steeringRole(
  argument: ArgumentShape,
  effect: Effect,
  words: readonly string[],
): ArgumentRole | undefined {
  const matches = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  const description = argument.description?.slice(0, 200).toLowerCase() ?? '';
  const last = words.at(-1) ?? '';
  // The account that money comes from is one of the user's own. Only the other account is a destination.
  if (matches(ACCOUNT) && OWN_SIDE.has(words[0] ?? '')) return 'target';
  if (matches(ACCOUNT) || (matches(PAYMENT) && PAYMENT_REFERENCE.has(last))) return 'account';
  if (/\biban\b|account number|wallet address|bank account/.test(description)) return 'account';
  if (effect === 'spend' && last === 'address' && !matches(POSTAL)) return 'account';
  if (matches(URL)) return 'url';
  if (/e-?mail address|メールアドレス/.test(description) && effect !== 'read') return 'recipient';
  if (
    last === 'id' ||
    last === 'ids' ||
    last === 'uuid' ||
    (last === 'number' && words.length > 1 && !matches(PHONE))
  ) {
    return effect === 'send' && (matches(PERSON) || matches(RECEIVER)) ? 'recipient' : 'target';
  }
  return undefined;
}

function isKey(words: readonly string[]): boolean {
  const phrase = words.join(' ');
  return /(?:private|api|secret|access|signing|encryption) key|verification number/.test(phrase);
}

/** What a tool runs or installs. */
const RUN =
  /^(?:args|arguments|argv|input|packages?|modules?|plugins?|extensions?|dependenc(?:y|ies)|requirements?|expression|flow|workflow|job|task)$/i;
/** The two texts of a replacement. The old one only finds the place. */
const EDIT_TEXT =
  /^(?:(?:old|new|search|replace|find)(?:_?(?:str|string|text|content|code|value))?|replacement|replace_with)$/i;
const OLD_TEXT = /^(?:old|search|find)/i;
/** A postal address decides where something is delivered. */
const STREET =
  /^(?:street|street_?address|address_?(?:line_?)?[12]?|postal_?code|post_?code|zip(?:_?code)?|delivery_address|shipping_address)$/i;
const VALUES = /^(?:values?|cell_?values?|row|new_?values?)$/i;

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stem));

const CREDENTIAL = set('password passcode passphrase token secret pin credential apikey cvv otp pwd passwd');
const LIMIT = set('max min maximum minimum limit count budget');
const COMMAND = set('command cmd script shell sql argv executable program bytecode');
const ACCOUNT = set('account iban card payee wallet beneficiary payer routing swift bic 口座');
const PAYMENT = set('payment billing');
const OWN_SIDE = set('from source sender debit payer my own');
const PAYMENT_REFERENCE = set('id method source instrument');
const PHONE = set('phone mobile fax telephone');
const POSTAL = set('shipping billing street home email mail delivery postal');
const RECEIVER = set('recipient receiver receipient');
const FILE_TEXT = /file ?path|path (?:of|to)|file name|filename|ファイル名/i;
const URL = set('url uri link website webpage endpoint webhook domain host href site hostname');
const AMOUNT = set('amount price cost total fee budget sum tip quantity qty value 金額 数量');
const PATH = set('path file filename folder directory dir attachment filepath workdir cwd');
const RECIPIENT = set(
  'cc bcc recipient receiver receipient email mail participant attendee invitee guest mention mentioned phone addressee 宛先',
);
const PERSON = set(
  'user username member contact friend person assignee owner approver reviewer delegate follower handle',
);
const ROOM = set('channel group room chat');
const OPTION = set(
  `date time start end day month year limit max min count page sort order type mode format unit language locale level
  status priority color size duration recurring n number offset timezone range category grade threshold 日付`,
);
const CONTENT = set(
  `body text content message subject title description note comment summary reason caption question query keyword
  justification pattern term search data detail information info thought expression street city state country zip zipcode postal
  address1 address2 address location resolution prompt update payload 本文 件名 内容`,
);
