import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask, maskText } from './mask.ts';

// Put together at run time, so that no scanner takes this file for a leak.
const join = (...parts: string[]) => parts.join('');

describe('mask', () => {
  it.each([
    ['password', 'hunter2'],
    ['apiKey', 'abc'],
    ['API-KEY', 'abc'],
    ['Authorization', 'whatever'],
    ['resume_token', 'rt_x'],
    ['client_secret', 'x'],
    ['cvv', 123],
    ['session_id', 'x'],
    ['privateKey', 'x'],
  ])('hides what stands under the key %s', (key, value) => {
    expect(mask({ [key]: value })).toEqual({ [key]: '[masked]' });
  });

  it.each([
    ['a JSON web token', join('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxIn0.', 'c2lnbmF0dXJl')],
    ['a bearer header', join('Bearer ', 'abcdefgh12345678')],
    ['a private key', join('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----')],
    ['an OpenAI key', join('sk', '-proj-abcdefghijklmnop')],
    ['a GitHub token', join('ghp', '_abcdefghijklmnopqrstuvwxyz')],
    ['an AWS key', join('AKIA', 'ABCDEFGHIJKLMNOP')],
    ['a Slack token', join('xoxb', '-123456789-abcdef')],
    ['a card number', join('4111 1111 ', '1111 1111')],
  ])('hides %s wherever it stands', (_name, secret) => {
    const shown = JSON.stringify(mask({ note: `before ${secret} after`, list: [{ deep: secret }] }));
    expect(shown).not.toContain(secret);
    expect(shown).toContain('before');
  });

  it('hides the password in a connection string and keeps its host', () => {
    expect(maskText(join('postgres://app:', 's3cret', '@db.example/x'))).toBe(
      'postgres://[masked]@db.example/x',
    );
  });

  it('hides the value of an assignment and keeps its name', () => {
    expect(maskText(join('password=', 'hunter22'))).toBe('password=[masked]');
  });

  it.each([
    'an order number 1234567890123',
    'the key point: read more',
    'tokens are cheap',
    '/home/me/notes.txt',
  ])('leaves harmless text alone: %s', (text) => {
    expect(maskText(text)).toBe(text);
  });

  it('sorts keys, so that the record is canonical', () => {
    expect(JSON.stringify(mask({ b: 1, a: { d: 1, c: 2 } }))).toBe('{"a":{"c":2,"d":1},"b":1}');
  });

  it('keeps a key named __proto__ a key', () => {
    const masked = mask(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('gives something printable for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof JSON.stringify(mask(value))).toBe('string');
      }),
    );
  });

  it('cuts what is too long or too deep', () => {
    expect(maskText('x'.repeat(5000))).toContain('(5000 characters)');
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(JSON.stringify(mask(deep))).toContain('[too deep]');
  });
});
