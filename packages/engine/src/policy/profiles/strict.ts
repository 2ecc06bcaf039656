import type { PolicyProfile } from '../policy-profile.ts';

/**
 * For environments where an approval costs less than a mistake: only the user's text and trusted data control an
 * effect.
 */
export const STRICT: PolicyProfile = {
  name: 'strict',
  accepts: {
    recipient: ['user', 'session', 'trusted'],
    account: ['user', 'session', 'trusted'],
    url: ['user', 'session', 'trusted'],
    path: ['user', 'session', 'trusted', 'anchored', 'derived'],
    command: ['user', 'trusted'],
    amount: ['user', 'session', 'trusted', 'anchored'],
    credential: ['user', 'session', 'trusted', 'anchored'],
    target: ['user', 'session', 'trusted', 'anchored', 'derived'],
  },
  accepts_write: {
    recipient: [],
    account: [],
    url: [],
    path: ['user', 'session', 'trusted', 'anchored', 'derived'],
    command: [],
    amount: [],
    credential: [],
    target: ['user', 'session', 'trusted', 'anchored', 'derived'],
  },
  accepts_grave: {
    recipient: ['user', 'session', 'trusted'],
    account: ['user', 'session', 'trusted'],
    url: ['user', 'session', 'trusted'],
    path: ['user', 'session', 'trusted'],
    command: ['user'],
    amount: ['user', 'session', 'trusted'],
    credential: ['user', 'session', 'trusted'],
    target: ['user', 'session', 'trusted', 'anchored'],
  },
  accepts_read: {
    recipient: [],
    account: [],
    url: ['user', 'session', 'trusted'],
    path: [],
    command: [],
    amount: [],
    credential: [],
    target: [],
  },
  limits: { writes: 20, spend: 1_000, refusals: 3 },
  decisions: {
    'allow.partial-write': 'off',
    'allow.delegated-write': 'off',
    'allow.untainted-partial': 'off',
    'content.secret': 'deny',
  },
  extra_rules: [],
};
