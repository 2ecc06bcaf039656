import type { PolicyProfile } from '../policy-profile.ts';

/**
 * For trusted environments: fewer approval requests, but money, rights, commands and new recipients are still
 * protected.
 */
export const FAST: PolicyProfile = {
  name: 'fast',
  accepts: {
    recipient: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    account: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    url: ['user', 'session', 'trusted'],
    path: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
    command: ['user', 'session', 'trusted'],
    amount: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
    credential: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field'],
    target: ['user', 'session', 'trusted', 'anchored', 'lookup', 'field', 'derived', 'model'],
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
  limits: { writes: 200, spend: 50_000, refusals: 10 },
  decisions: { 'read.not-asked': 'off', 'read.sensitive': 'off', 'read.vague': 'off' },
  extra_rules: [],
};
