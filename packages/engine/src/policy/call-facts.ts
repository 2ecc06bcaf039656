import type { Principal } from '../wire/principal.ts';
import type { ControlRole, Effect } from '../wire/tool-manifest.ts';
import type { ValueOrigin } from './value-origin.ts';

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
  readonly delegated: boolean;
  readonly requested_by_content: boolean;
  readonly secret: boolean;
  readonly private_data: boolean;
  readonly content_link: boolean;
  readonly traversal: boolean;
  readonly internal_host: boolean;
  readonly lookalike: boolean;
  readonly hidden_text: boolean;
  readonly oversized: boolean;
  readonly writes: number;
  readonly spend: number;
  readonly refusals: number;
}

/** The name of a fact. */
export type Attribute = keyof CallFacts;

/** The names of all facts. A policy with a rule about an unknown fact is rejected when it is loaded. */
export const ATTRIBUTES = [
  'effect',
  'user',
  'unauthorized',
  'mixed_records',
  'guess',
  'vague',
  'sensitive',
  'tainted',
  'alarming',
  'intent',
  'delegated',
  'requested_by_content',
  'recipient',
  'account',
  'url',
  'path',
  'command',
  'amount',
  'credential',
  'target',
  'secret',
  'private_data',
  'content_link',
  'traversal',
  'internal_host',
  'lookalike',
  'hidden_text',
  'oversized',
  'writes',
  'spend',
  'refusals',
] as const satisfies readonly Attribute[];
