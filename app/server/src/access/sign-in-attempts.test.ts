import { describe, expect, it } from 'vitest';
import { SignInAttempts } from './sign-in-attempts.ts';

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
