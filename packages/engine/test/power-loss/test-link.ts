import { createHmac } from 'node:crypto';
import type { LinkRecord } from '../../src/store/state-store.ts';

/** A chain key for tests. */
export const testLink: LinkRecord = (previousHash, seq, body) =>
  createHmac('sha256', 'test key').update(`${previousHash}|${seq}|${body}`).digest('hex');
