import type { PolicyProfile } from '../policy-profile.ts';

/** For daily work: requested actions run, and actions that untrusted text influences need an approval. */
export const BALANCED: PolicyProfile = {
  name: 'balanced',
  accepts: {
    recipient: ['user', 'session', 'trusted', 'anchored'],
    account: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    url: ['user', 'session', 'trusted'],
    path: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
    command: ['user', 'session', 'trusted'],
    amount: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
    credential: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    target: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived'],
  },
  accepts_write: {
    recipient: [],
    account: [],
    url: [],
    path: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
    command: [],
    amount: [],
    credential: [],
    target: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
  },
  accepts_grave: {
    recipient: ['user', 'session', 'trusted', 'anchored'],
    account: ['user', 'session', 'trusted', 'anchored', 'lookup'],
    url: ['user', 'session', 'trusted'],
    path: ['user', 'session', 'trusted', 'anchored', 'lookup'],
    command: ['user', 'session', 'trusted'],
    amount: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    credential: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    target: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived'],
  },
  accepts_read: {
    recipient: [],
    account: [],
    url: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived'],
    path: [],
    command: [],
    amount: [],
    credential: [],
    target: [],
  },
  limits: { writes: 50, spend: 10_000, refusals: 5 },
  decisions: { 'read.not-asked': 'off', 'allow.partial-write': 'off' },
  extra_rules: [],
};
