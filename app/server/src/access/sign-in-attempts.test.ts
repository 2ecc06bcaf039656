import { describe, expect, it } from 'vitest';
import { attemptKey, SignInAttempts } from './sign-in-attempts.ts';

describe('SignInAttempts', () => {
  it('blocks an address after the limit of failures for the rest of the window', () => {
    let now = 1000;
    const attempts = new SignInAttempts({ most: 3, windowMs: 60_000, clock: () => now });
    for (let index = 0; index < 3; index += 1) {
      expect(attempts.waitFor('a')).toBe(0);
      attempts.fail('a');
    }
    now += 10_000;
    expect(attempts.waitFor('a')).toBe(50_000);
    expect(attempts.waitFor('b')).toBe(0);
    now += 50_000;
    expect(attempts.waitFor('a')).toBe(0);
    attempts.fail('a');
    expect(attempts.waitFor('a')).toBe(0);
  });

  it('blocks no address longer than the window, also when the clock is set back', () => {
    let now = 86_400_000;
    const attempts = new SignInAttempts({ most: 1, windowMs: 60_000, clock: () => now });
    attempts.fail('a');
    now = 0;
    expect(attempts.waitFor('a')).toBe(0);
    attempts.fail('a');
    expect(attempts.waitFor('a')).toBe(60_000);
  });

  it('does not count a successful attempt', () => {
    const attempts = new SignInAttempts({ most: 2, windowMs: 60_000, clock: () => 0 });
    for (let index = 0; index < 5; index += 1) {
      attempts.fail('a');
      attempts.reset('a');
    }
    attempts.reset('a');
    attempts.reset('unknown');
    attempts.fail('a');
    expect(attempts.waitFor('a')).toBe(0);
    attempts.fail('a');
    expect(attempts.waitFor('a')).toBe(60_000);
  });

  it('evicts the oldest of many addresses', () => {
    const attempts = new SignInAttempts({ most: 1, windowMs: 60_000, clock: () => 0 });
    for (let index = 0; index <= 10_000; index += 1) attempts.fail(`address-${index}`);
    expect(attempts.waitFor('address-0')).toBe(0);
    expect(attempts.waitFor('address-1')).toBe(60_000);
  });
});

describe('attemptKey', () => {
  it.each([
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8::1', '2001:0DB8:0:0:5::'],
    ['::1', '::2'],
  ])('counts %s and %s together', (one, other) => {
    expect(attemptKey(one, undefined)).toBe(attemptKey(other, undefined));
    expect(attemptKey(one, 'prefix')).toBe(attemptKey(other, 'prefix'));
  });

  it.each([
    ['127.0.0.1', '127.0.0.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['unknown', '::1'],
  ])('counts %s and %s separately', (one, other) => {
    expect(attemptKey(one, undefined)).not.toBe(attemptKey(other, undefined));
  });

  it('counts each known prefix separately from the address', () => {
    const keys = [undefined, 'one', 'two'].map((prefix) => attemptKey('127.0.0.1', prefix));
    expect(new Set(keys).size).toBe(3);
  });
});
