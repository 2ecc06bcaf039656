import type { Principal } from '../wire/principal.ts';
import type { ControlRole, Effect } from '../wire/tool-manifest.ts';

/** The origins of argument values, from the most to the least trusted. */
export const VALUE_ORIGINS = [
  'absent',
  'user',
  'approved',
  'session',
  'instructions',
  'trusted',
  'anchored',
  'lookup',
  'field',
  'derived',
  'customer',
  'model',
  'prose',
] as const;

/**
 * `user`: the user's text. `approved`: a person approved the value in the same role earlier in the run. `session`: data of the host. `trusted`: a field of a trusted tool. `anchored`: a field whose
 * record the user named. `lookup`: a field found with values of the user. `field`: any other field of an untrusted
 * tool. `derived`: composed of known parts. `instructions`: the agent's instructions. `customer`: only the text of a customer. `model`: no origin found. `prose`: taken from the free text of an
 * untrusted tool. `absent`: no such argument.
 */
export type ValueOrigin = (typeof VALUE_ORIGINS)[number];

/** How well the user's text covers a call. */
export type Intent = 'asked' | 'partial' | 'delegated' | 'none';

/** The facts that rules can test. Each control role has the least trusted origin among its values. */
export interface CallFacts extends Readonly<Record<ControlRole, ValueOrigin>> {
  readonly effect: Effect;
  /** The principal whose text is the user's text. */
  readonly user: Principal;
  /** The user is a customer, and a value that controls the effect has no trusted source. */
  readonly unauthorized: boolean;
  /** The user is a customer, and the amount comes from another record than the rest of the call. */
  readonly mixed_records: boolean;
  readonly guess: boolean;
  readonly vague: boolean;
  readonly sensitive: boolean;
  readonly tainted: boolean;
  readonly alarming: boolean;
  readonly intent: Intent;
  /**
   * The user asked only to read or did not mention the change, and it is steered by a result or by nothing. Such a change is
   * not allowed even before a text that can instruct was read.
   */
  readonly uninvited: boolean;
  /** An untrusted result was read in this run, whether it can instruct or not. */
  readonly has_read: boolean;
  readonly delegated: boolean;
  /** Whether the call belongs to the plan of the task. `none`: there is no plan. */
  readonly plan: 'none' | 'inside' | 'unclear' | 'outside';
  readonly requested_by_content: boolean;
  /** A value comes from a list of which the user named another item. */
  readonly other_named: boolean;
  readonly secret: boolean;
  readonly private_data: boolean;
  readonly content_link: boolean;
  /** The content loads or runs something from a link that the user did not write. */
  readonly active_content: boolean;
  /** The user wrote which amounts to use, and an amount of the call is another one. */
  readonly other_amount: boolean;
  /** The sender of a message chose a control value, and the user named neither the value nor its field. */
  readonly chosen_by_sender: boolean;
  /** The user wrote neither the path of a file in the arguments nor a word of its name, and did not name its record. */
  readonly unnamed_file: boolean;
  /** A read takes data of earlier results out in its arguments. */
  readonly carries_data: boolean;
  /** An option opens something to more people or skips a safeguard, and the user did not mention it. */
  readonly widens: boolean;
  /** The call changes something that runs or instructs later, and the user did not mention it. */
  readonly persists: boolean;
  readonly traversal: boolean;
  readonly internal_host: boolean;
  readonly lookalike: boolean;
  readonly hidden_text: boolean;
  readonly oversized: boolean;
  readonly writes: number;
  readonly spend: number;
  readonly refusals: number;
}

/** The facts about the results of the run. They are computed when they are read, because that needs an index of the results. */
export type LateFacts = Pick<CallFacts, 'tainted' | 'alarming'>;

/** All other facts. */
export type KnownFacts = Omit<CallFacts, keyof LateFacts>;

/** The name of a fact. */
export type Attribute = keyof CallFacts;

/** The facts of a read without risks. Examples in rules list only the differences. */
export const BASELINE_FACTS: CallFacts = {
  effect: 'read',
  user: 'owner',
  unauthorized: false,
  mixed_records: false,
  guess: false,
  vague: false,
  sensitive: false,
  tainted: false,
  alarming: false,
  intent: 'none',
  uninvited: false,
  has_read: false,
  delegated: false,
  plan: 'none',
  requested_by_content: false,
  other_named: false,
  recipient: 'absent',
  account: 'absent',
  url: 'absent',
  path: 'absent',
  command: 'absent',
  amount: 'absent',
  credential: 'absent',
  target: 'absent',
  secret: false,
  private_data: false,
  content_link: false,
  active_content: false,
  unnamed_file: false,
  other_amount: false,
  chosen_by_sender: false,
  carries_data: false,
  widens: false,
  persists: false,
  traversal: false,
  internal_host: false,
  lookalike: false,
  hidden_text: false,
  oversized: false,
  writes: 0,
  spend: 0,
  refusals: 0,
};

const isAttribute = (name: string): name is Attribute => Object.hasOwn(BASELINE_FACTS, name);

/** The names of all facts. A policy with a rule about an unknown fact is rejected when it is loaded. */
export const ATTRIBUTES = Object.keys(BASELINE_FACTS).filter(isAttribute);

/** The counters of one run, which the gate compares with the limits of the profile. */
export interface RunCounters {
  readonly writes: number;
  readonly spend: number;
  readonly consecutive_refusals: number;
}
