import { describe, expect, it } from 'vitest';
import { Keyring, verifySignature } from './keyring.ts';

const ours = new Keyring(new Uint8Array(32).fill(1));
const theirs = new Keyring(new Uint8Array(32).fill(2));

describe('Keyring', () => {
  it('opens a value that it sealed in the same context', () => {
    expect(ours.open(ours.seal('secret 秘密', 'state:run:1'), 'state:run:1')).toBe('secret 秘密');
  });

  it.each([
    ['another context', (sealed: Uint8Array) => ours.open(sealed, 'state:run:2')],
    ['another key', (sealed: Uint8Array) => theirs.open(sealed, 'state:run:1')],
    [
      'a changed byte',
      (sealed: Uint8Array) => ours.open(sealed.with(40, (sealed[40] ?? 0) ^ 1), 'state:run:1'),
    ],
    ['a truncated end', (sealed: Uint8Array) => ours.open(sealed.slice(0, -1), 'state:run:1')],
    ['another version', (sealed: Uint8Array) => ours.open(sealed.with(0, 9), 'state:run:1')],
    ['nothing', () => ours.open(new Uint8Array(), 'state:run:1')],
  ])('refuses %s', (_case, open) => {
    const sealed = ours.seal('a state that is long enough to be changed', 'state:run:1');
    expect(() => open(new Uint8Array(sealed))).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-RUN-STATE' }),
    );
  });

  const STATE = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index, what: '天気 weather' })));

  it.each([0, 16_383, 16_384, 300_000])('opens a text of %i characters', (length) => {
    const text = STATE.repeat(Math.ceil(length / STATE.length)).slice(0, length);
    expect(ours.open(ours.seal(text, 'c'), 'c')).toBe(text);
  });

  it('stores a saved state deflated, in memory of its own', () => {
    const sealed = ours.seal(STATE, 'c', 1_024);
    expect(sealed.length).toBeLessThan(STATE.length / 4);
    expect(sealed.buffer.byteLength).toBe(sealed.length);
  });

  it('opens a value that version 0.1 sealed', () => {
    const sealed = Buffer.from('AeXQkhEjcIVzvnHN0kiOK1+7hC4o0K7LHf9EEHo8YfDmq/hv', 'base64');
    expect(ours.open(sealed, 'c')).toBe('a state');
  });

  it('binds the version of the seal to the value', () => {
    for (const text of ['short', STATE]) {
      const sealed = ours.seal(text, 'c', 1_024);
      expect(() => ours.open(sealed.with(0, 3 - (sealed[0] ?? 0)), 'c')).toThrow(
        expect.objectContaining({ code: 'AGENTS-E-RUN-STATE' }),
      );
    }
  });

  it('seals the same text differently each time', () => {
    expect(ours.seal('x', 'c')).not.toEqual(ours.seal('x', 'c'));
  });

  it('links records by key, predecessor, number and body', () => {
    const hash = ours.link('previous', 1, 'body');
    expect(ours.link('previous', 1, 'body')).toBe(hash);
    for (const other of [
      theirs.link('previous', 1, 'body'),
      ours.link('other', 1, 'body'),
      ours.link('previous', 2, 'body'),
      ours.link('previous', 1, 'bodY'),
    ]) {
      expect(other).not.toBe(hash);
    }
  });

  it('signs so that the public key is sufficient to verify', () => {
    const signature = ours.sign('text');
    expect(verifySignature(ours.publicKey, 'text', signature)).toBe(true);
    expect(verifySignature(theirs.publicKey, 'text', signature)).toBe(false);
    expect(verifySignature(ours.publicKey, 'texT', signature)).toBe(false);
    expect(verifySignature('no key', 'text', signature)).toBe(false);
  });

  it('rejects a secret that is too short', () => {
    expect(() => new Keyring(new Uint8Array(16))).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-RUNNER-CONFIG' }),
    );
  });
});
