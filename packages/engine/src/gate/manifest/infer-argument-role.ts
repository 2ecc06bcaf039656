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
  const named: NamedArgument = {
    ...argument,
    words,
    last: words.at(-1) ?? '',
    has: (list) => words.some((word) => list.has(word)),
    description: argument.description?.slice(0, 200).toLowerCase() ?? '',
    isNumber: argument.type === 'integer' || argument.type === 'number' || argument.type === 'float',
    isChoice: argument.isChoice === true,
  };
  for (const rule of RULES) {
    const role = rule(named, tool);
    if (role !== undefined) return role;
  }
  return named.isNumber ? 'option' : 'target';
}

/** An argument with the words of its name. */
interface NamedArgument extends ArgumentShape {
  readonly words: readonly string[];
  readonly last: string;
  /** Whether one of the words is in the list. */
  readonly has: (list: ReadonlySet<string>) => boolean;
  readonly description: string;
  readonly isNumber: boolean;
  readonly isChoice: boolean;
}

type Rule = (argument: NamedArgument, tool: ToolShape) => ArgumentRole | undefined;

const isSwitch: Rule = ({ type }) => (type === 'boolean' || type === 'bool' ? 'option' : undefined);

/** `max_output_tokens` limits a text, it is not a secret. */
const isLimit: Rule = ({ isNumber, has }) => (isNumber && has(LIMIT) ? 'option' : undefined);

const isCredential: Rule = ({ has, words }) => (has(CREDENTIAL) || isKey(words) ? 'credential' : undefined);

const isCommand: Rule = ({ has, name, isNumber, isChoice }, { effect }) => {
  if (isNumber) return undefined;
  const isRun = effect === 'execute' && !isChoice && RUN.test(name);
  return isRun || has(COMMAND) || name.toLowerCase() === 'code' ? 'command' : undefined;
};

const isChoice: Rule = (argument) => (argument.isChoice ? 'option' : undefined);

const isEditText: Rule = ({ name }, { effect }) => {
  if (effect === 'read' || !EDIT_TEXT.test(name)) return undefined;
  return OLD_TEXT.test(name) ? 'option' : 'content';
};

const isAccount: Rule = ({ has, words, last, description }, { effect }) => {
  // The account that money comes from is one of the user's own. Only the other account is a destination.
  if (has(ACCOUNT)) return OWN_SIDE.has(words[0] ?? '') ? 'target' : 'account';
  const isPayment = has(PAYMENT) && PAYMENT_REFERENCE.has(last);
  const isWallet = effect === 'spend' && last === 'address' && !has(POSTAL);
  const isDescribed = /\biban\b|account number|wallet address|bank account/.test(description);
  return isPayment || isWallet || isDescribed ? 'account' : undefined;
};

const isUrl: Rule = ({ has }) => (has(URL) ? 'url' : undefined);

const isMailAddress: Rule = ({ description }, { effect }) =>
  effect !== 'read' && /e-?mail address|メールアドレス/.test(description) ? 'recipient' : undefined;

const isId: Rule = ({ has, words, last }, { effect }) => {
  const isNumbered = last === 'number' && words.length > 1 && !has(PHONE);
  if (!ID.has(last) && !isNumbered) return undefined;
  return effect === 'send' && (has(PERSON) || has(RECEIVER)) ? 'recipient' : 'target';
};

const isRange: Rule = ({ has, words }) => {
  const isBetween = words.length > 1 && (words.includes('from') || words.includes('to'));
  if (!isBetween || has(RECIPIENT)) return undefined;
  return has(OPTION) ? 'option' : 'target';
};

const isOption: Rule = ({ has, isNumber }) => {
  if (!has(OPTION) || has(RECIPIENT)) return undefined;
  return has(AMOUNT) && isNumber ? 'amount' : 'option';
};

const isAmount: Rule = ({ has, name, isNumber }, { effect }) => {
  if (!has(AMOUNT)) return undefined;
  return isNumber || effect === 'spend' || !VALUES.test(name) ? 'amount' : 'content';
};

const isStreet: Rule = ({ name }, { effect }) => {
  if (effect === 'read' || !STREET.test(name)) return undefined;
  return effect === 'write' ? 'target' : 'recipient';
};

const isContent: Rule = ({ has }) => (has(CONTENT) ? 'content' : undefined);

const isPath: Rule = ({ has, description }) =>
  has(PATH) || FILE_TEXT.test(description) ? 'path' : undefined;

const isRecipient: Rule = ({ has, words, isNumber }, { effect }) => {
  // A number of guests does not name a guest.
  if (isNumber && (has(RECIPIENT) || has(PERSON)) && !has(PHONE)) return 'option';
  if (has(RECIPIENT) || words[0] === 'to') return 'recipient';
  if (has(PERSON)) return effect === 'read' ? 'target' : 'recipient';
  return effect === 'send' && has(ROOM) ? 'recipient' : undefined;
};

const isLabel: Rule = ({ last }, { makes }) =>
  makes.length > 0 && (last === 'name' || makes.includes(last)) ? 'content' : undefined;

/**
 * The first rule that applies determines the role. Roles that determine a destination take precedence over everything that only
 * looks like an option.
 */
const RULES: readonly Rule[] = [
  isSwitch,
  isLimit,
  isCredential,
  isCommand,
  isChoice,
  isEditText,
  isAccount,
  isUrl,
  isMailAddress,
  isId,
  isRange,
  isOption,
  isAmount,
  isStreet,
  isContent,
  isPath,
  isRecipient,
  isLabel,
];

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
const ID = new Set(['id', 'ids', 'uuid']);
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
  address1 address2 address location resolution prompt update payload reference purpose remark memo 本文 件名 内容`,
);
