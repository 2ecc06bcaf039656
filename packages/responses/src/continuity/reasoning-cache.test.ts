import type { ResponseInput } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { ReasoningCache } from './reasoning-cache.ts';

const reasoning = (id: string) => ({
  id,
  type: 'reasoning',
  summary: [],
  encrypted_content: 'x'.repeat(100),
});
const call = (id: string) => ({ type: 'function_call' as const, call_id: id, name: 'f', arguments: '{}' });
const input = (id: string): ResponseInput => [
  { role: 'user', content: 'q' },
  call(id),
  { type: 'function_call_output', call_id: id, output: 'r' },
];

describe('ReasoningCache', () => {
  it('inserts the reasoning before the call that it led to', () => {
    const cache = new ReasoningCache();
    cache.remember('key', [reasoning('rs_1'), call('call_1'), call('call_2')]);
    expect(cache.restore('key', input('call_1'))[1]).toEqual(reasoning('rs_1'));
    expect(cache.restore('key', input('call_1'))).toHaveLength(4);
  });

  it('returns nothing for another key', () => {
    const cache = new ReasoningCache();
    cache.remember('key', [reasoning('rs_1'), call('call_1')]);
    expect(cache.restore('other', input('call_1'))).toEqual(input('call_1'));
  });

  it('expires', () => {
    const clock = { now: 0 };
    const cache = new ReasoningCache({ keepMs: 10, now: () => clock.now });
    cache.remember('key', [reasoning('rs_1'), call('call_1')]);
    clock.now = 10;
    expect(cache.restore('key', input('call_1'))).toEqual(input('call_1'));
  });

  it('drops the oldest entry when it is full', () => {
    const cache = new ReasoningCache({ maxBytes: 400 });
    for (const id of ['1', '2', '3']) cache.remember('key', [reasoning(`rs_${id}`), call(`call_${id}`)]);
    expect(cache.restore('key', input('call_1'))).toHaveLength(3);
    expect(cache.restore('key', input('call_3'))).toHaveLength(4);
  });

  it('stores only encrypted reasoning, because other reasoning cannot be sent back', () => {
    const cache = new ReasoningCache();
    cache.remember('key', [{ id: 'rs_1', type: 'reasoning', summary: [] }, call('call_1')]);
    expect(cache.restore('key', input('call_1'))).toHaveLength(3);
  });
});
