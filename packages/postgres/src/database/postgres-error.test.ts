import { SekishoError } from 'sekisho';
import { describe, expect, it } from 'vitest';
import { isDriverError, isPassing, postgresError } from './postgres-error.ts';

const coded = (code: string) => Object.assign(new Error('words of the server'), { code });

describe('isPassing', () => {
  it.each(['08006', '57P01', '57P03', '40001', '40P01', '55P03', '53300', '25006', 'ECONNREFUSED', 'EPIPE'])(
    'returns true for %s',
    (code) => {
      expect(isPassing(coded(code))).toBe(true);
    },
  );

  it.each(['23505', '22P02', '42501', '42P01', 'SK002', '57014'])('returns false for %s', (code) => {
    expect(isPassing(coded(code))).toBe(false);
  });

  it('treats a plain error of the driver as a lost connection', () => {
    expect(isPassing(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it.each([
    new TypeError('a mistake of ours'),
    new SekishoError('AGENTS-E-STORE', 'known'),
    'text',
    undefined,
  ])('never repeats %s', (error) => {
    expect(isPassing(error)).toBe(false);
  });
});

describe('postgresError', () => {
  it.each([
    ['55P03', 'waited too long'],
    ['53100', 'no space'],
    ['42501', 'does not let this role'],
    ['22021', 'cannot keep a value'],
    ['ECONNREFUSED', 'cannot be reached'],
    ['XX000', 'did not do what was asked (XX000)'],
  ])('says of %s that the store %s', (code, words) => {
    const cause = coded(code);
    expect(postgresError(cause)).toMatchObject({ code: 'AGENTS-E-STORE', cause });
    expect(postgresError(cause).message).toContain(words);
  });

  it('does not change a SekishoError', () => {
    const error = new SekishoError('AGENTS-E-INPUT-INVALID', 'known');
    expect(postgresError(error)).toBe(error);
  });

  it('distinguishes errors of the driver from those of the callback', () => {
    expect(isDriverError(coded('23505'))).toBe(true);
    expect(isDriverError(new Error('Connection terminated'))).toBe(true);
    expect(isDriverError(new TypeError('x'))).toBe(false);
  });
});
