import type { PolicyProfile } from './policy-profile.ts';

type Origins = PolicyProfile['accepts']['target'];

// The lists of accepted origins. Each adds one kind of origin to the list above it.
const OWN: Origins = ['user', 'session', 'trusted'];
const ANCHORED: Origins = [...OWN, 'anchored'];
const LOOKED_UP: Origins = [...ANCHORED, 'lookup'];
const FIELDS: Origins = [...LOOKED_UP, 'field'];
const DERIVED: Origins = [...FIELDS, 'derived'];
const ANY_BUT_PROSE: Origins = [...DERIVED, 'model'];
/** The origins of a value that names a path or a target, where looked-up fields do not count. */
const ANCHORED_PARTS: Origins = [...ANCHORED, 'derived'];

const NONE: PolicyProfile['accepts'] = {
  recipient: [],
  account: [],
  url: [],
  path: [],
  command: [],
  amount: [],
  credential: [],
  target: [],
};

const BALANCED: PolicyProfile = {
  name: 'balanced',
  accepts: {
    recipient: ANCHORED,
    account: FIELDS,
    url: OWN,
    path: ANY_BUT_PROSE,
    command: OWN,
    amount: ANY_BUT_PROSE,
    credential: FIELDS,
    target: DERIVED,
  },
  accepts_write: { ...NONE, path: ANY_BUT_PROSE, target: ANY_BUT_PROSE },
  accepts_grave: {
    recipient: ANCHORED,
    account: LOOKED_UP,
    url: OWN,
    path: LOOKED_UP,
    command: OWN,
    amount: FIELDS,
    credential: FIELDS,
    target: DERIVED,
  },
  accepts_read: { ...NONE, url: DERIVED },
  limits: { writes: 50, spend: 10_000, refusals: 5 },
  decisions: { 'read.not-asked': 'off', 'allow.partial-write': 'off' },
  extra_rules: [],
};

/**
 * The profiles of the package. `balanced`, for daily work: requested actions run, and actions that untrusted text
 * influences need an approval. `fast`, for trusted environments: fewer approval requests, but money, rights, commands
 * and new recipients are still protected. `strict`, where an approval costs less than a mistake: only the user's text
 * and trusted data control an effect.
 */
export const PROFILES: readonly PolicyProfile[] = [
  BALANCED,
  {
    ...BALANCED,
    name: 'fast',
    accepts: { ...BALANCED.accepts, recipient: FIELDS, target: ANY_BUT_PROSE },
    limits: { writes: 200, spend: 50_000, refusals: 10 },
    decisions: { 'read.not-asked': 'off', 'read.sensitive': 'off', 'read.vague': 'off' },
  },
  {
    name: 'strict',
    accepts: {
      recipient: OWN,
      account: OWN,
      url: OWN,
      path: ANCHORED_PARTS,
      command: ['user', 'trusted'],
      amount: ANCHORED,
      credential: ANCHORED,
      target: ANCHORED_PARTS,
    },
    accepts_write: { ...NONE, path: ANCHORED_PARTS, target: ANCHORED_PARTS },
    accepts_grave: {
      recipient: OWN,
      account: OWN,
      url: OWN,
      path: OWN,
      command: ['user'],
      amount: OWN,
      credential: OWN,
      target: ANCHORED,
    },
    accepts_read: { ...NONE, url: OWN },
    limits: { writes: 20, spend: 1_000, refusals: 3 },
    decisions: {
      'allow.partial-write': 'off',
      'allow.delegated-write': 'off',
      'allow.untainted-partial': 'off',
      'content.secret': 'deny',
    },
    extra_rules: [],
  },
];
