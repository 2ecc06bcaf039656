import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask } from './mask.ts';
import { maskText } from './mask-text.ts';

// Joined at run time, so that secret scanners do not report this file.
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
  ])('masks the value of the key %s', (key, value) => {
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
  ])('masks %s at any position', (_name, secret) => {
    const shown = JSON.stringify(mask({ note: `before ${secret} after`, list: [{ deep: secret }] }));
    expect(shown).not.toContain(secret);
    expect(shown).toContain('before');
  });

  it('masks the password in a connection string and keeps its host', () => {
    expect(maskText(join('postgres://app:', 's3cret', '@db.example/x'))).toBe(
      'postgres://[masked]@db.example/x',
    );
  });

  it('masks the value of an assignment and keeps its name', () => {
    expect(maskText(join('password=', 'hunter22'))).toBe('password=[masked]');
  });

  it.each([
    'an order number 1234567890123',
    'the key point: read more',
    'tokens are cheap',
    '/home/me/notes.txt',
  ])('does not change ordinary text: %s', (text) => {
    expect(maskText(text)).toBe(text);
  });

  it('sorts keys, so that the record is canonical', () => {
    expect(JSON.stringify(mask({ b: 1, a: { d: 1, c: 2 } }))).toBe('{"a":{"c":2,"d":1},"b":1}');
  });

  it('keeps a key named __proto__ as a key', () => {
    const masked = mask(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"polluted":true}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('returns a printable value for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof JSON.stringify(mask(value))).toBe('string');
      }),
    );
  });

  it('truncates values that are too long or too deep', () => {
    expect(mask('x'.repeat(5000))).toContain('… [masked] (5000 characters)');
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(JSON.stringify(mask(deep))).toContain('[masked] (too deep)');
  });

  it.each<[string, unknown]>([
    ['an object below a secret key', { password: { value: 'hunter2x' } }],
    ['a list of objects below a secret key', { credentials: [{ user: 'me', how: 'hunter2x' }] }],
    ['a number deep below such a key', { secrets: { safe: { code: 'hunter2x', digits: [1234] } } }],
    ['a list below a plural key', { tokens: ['hunter2x'] }],
    ['a pair of name and value', { headers: [{ name: 'Authorization', value: 'hunter2x' }] }],
    ['a pair in a list', { headers: [['X-Api-Key', 'hunter2x']] }],
    ['the value of a flag', { command: ['login', '--password', 'hunter2x'] }],
    ['JSON in a text', { body: '{"pin":"hunter2x"}' }],
    ['JSON in JSON in a text', { body: JSON.stringify({ inner: JSON.stringify({ cvv: 'hunter2x' }) }) }],
    ['JSON in prose', { body: 'send {"password":"hunter2x"} there' }],
    ['escaped JSON in prose', { body: String.raw`send {\"password\":\"hunter2x\"} there` }],
    ['a name with a prefix', { body: 'client_secret=hunter2x' }],
    ['a variable of the environment', { body: 'export DB_PASSWORD=hunter2x' }],
    ['a key of a cloud', { body: 'AWS_SECRET_ACCESS_KEY=hunter2x' }],
    ['a link', { url: 'https://example.com/?access_token=hunter2x&page=2' }],
    ['a phrase in quotes', { body: 'password: "correct horse hunter2x"' }],
    ['an encoded form', { body: 'user%3Dme%26password%3Dhunter2x' }],
    ['an encoded form with a stray percent sign', { body: '100%&q=password%3Dhunter2x' }],
    ['base64', { body: Buffer.from('password=hunter2x').toString('base64') }],
    ['a command line', { command: 'login --token hunter2x' }],
    ['a user and a password for curl', { command: 'curl -u me:hunter2x https://example.com' }],
    ['a header of another scheme', { body: 'Authorization: Digest me hunter2x' }],
    ['a cookie', { body: 'Cookie: id=1; sid=hunter2x' }],
    ['Japanese', { body: 'パスワードは hunter2x です' }],
    ['a text that contains the mask', { body: 'password=[masked]hunter2x' }],
    ['a URL without a user', { url: 'redis://:hunter2x@cache:6379/0' }],
    ['a URL whose password contains an at sign', { url: 'postgres://me:a@hunter2x@db/x' }],
    ['a long text of JSON', { body: JSON.stringify({ pin: 'hunter2x', pad: 'x '.repeat(20_000) }) }],
    ['lines of JSON', { body: '{"pin":"hunter2x"}\n{"cvv":"hunter2x"}' }],
    ['a form', { body: 'name=me&pin=hunter2x&cvv=hunter2x' }],
    ['a signed link', { url: 'https://blob.example.com/x?sv=1&sig=hunter2x' }],
    ['XML', { body: '<auth><db-password>hunter2x</db-password></auth>' }],
    ['a file of settings', { body: 'db.password      =      hunter2x' }],
    ['a text that was encoded twice', { body: 'q=password%253Dhunter2x' }],
    [
      'base64 beside Japanese',
      { body: Buffer.from('{"password":"hunter2x","名":"田中"}').toString('base64') },
    ],
    ['base64 at the end of a path', { url: `/files/${Buffer.from('password=hunter2x').toString('base64')}` }],
    ['a header on two lines', { body: 'Bearer\n\thunter2xhunter2x' }],
    ['a browser field', { element: 'Password textbox', ref: 'e5', text: 'hunter2x' }],
    ['a property with dots', { key: 'db.pwd', value: 'hunter2x' }],
    ['a form field', { fields: [{ type: 'password', value: 'hunter2x' }] }],
    ['Japanese without spaces', { body: '暗証番号はhunter2xです。' }],
    ['Japanese quotes', { body: 'パスワードは「hunter2x」です。' }],
    ['the name of a key', { ['password=hunter2x']: true }],
    ['a text at the truncation limit', { body: `${'x'.repeat(1990)} sk-hunter2x-hunter2x` }],
  ])('masks the secret in %s', (_where, value) => {
    const shown = JSON.stringify(mask(value));
    expect(shown).toContain('[masked]');
    expect(shown).not.toMatch(/hunter|1234|unter2x|cGFzc3dvcmQ|eyJwYXNz/);
  });

  it('masks a card number that is a JavaScript number', () => {
    expect(mask({ n: Number(join('411111', '1111111111')) })).toEqual({ n: '[masked]' });
    expect(mask({ n: 1_763_000_000_001, max_tokens: 2000 })).toEqual({
      n: 1_763_000_000_001,
      max_tokens: 2000,
    });
  });

  it.each([
    'https://example.com/a%20b?page=2&sort=%2Bname',
    'aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91',
    'monkey business: the secretary: Bob',
    '{"to":"bob@example.com","lines":[1,2,3]}',
    'run -p 80 --user me',
    'docker run --user 1000:1000 nginx',
    'basic information about bearer certificates',
    'パスワードは8文字以上で設定してください。変更後に見積書を田中さんへ送ります。',
    'トークンは1000個使いました。',
    'トークン：言語モデルが扱う最小単位。',
    'Cookieは分析のために使われます。',
    '{"max_tokens":2000,"model":"x"}',
    'tokens: 1500, max_tokens=2000',
    'ALTER TABLE t ADD CONSTRAINT pk_users_organization PRIMARY KEY (id)',
    'order 1763000000002 of item 9780306406164',
    'https://example.com:8443?to=bob@example.com',
    'npm_config_registry_is_set_here',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  ])('does not change %s', (text) => {
    expect(mask({ text })).toEqual({ text });
  });

  it.each([
    { name: 'cookies.md', content: '# Cookies' },
    { name: 'Secretary', value: 'Alice' },
    { compass: 'north', secretary: 'Alice', at: 1_763_000_000_000_005 },
  ])('does not change %j', (value) => {
    expect(mask(value)).toEqual(value);
  });

  it('states how many items of a long list or object are omitted', () => {
    const list = Array.from({ length: 201 }, (_, index) => `${index}@example.com`);
    expect(mask(list)).toHaveLength(201);
    expect(JSON.stringify(mask(list))).toContain('… [masked] (1 more)');
    const wide = Object.fromEntries(Array.from({ length: 205 }, (_, index) => [`k${index}`, index]));
    expect(JSON.stringify(mask(wide))).toContain('[masked] (5 more)');
  });

  it('keeps all keys when several are equal after masking', () => {
    const keys = [join('sk-', 'aaaaaaaaaaaaaaaa'), join('sk-', 'bbbbbbbbbbbbbbbb')];
    expect(Object.values(Object(mask({ [keys[0] ?? '']: 1, [keys[1] ?? '']: 2 })))).toEqual([1, 2]);
  });

  it('does not slow down for many keys that are equal after masking', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => join('sk-', 'aaaaaaaaaaaaaaaa', `${index}`));
    const wide = Object.fromEntries(keys.map((key) => [key, 1]));
    const shown = mask(wide, { characters: Infinity, items: Infinity });
    expect(Object.keys(Object(shown))).toHaveLength(20_000);
  });

  it('masks without truncation when the limits are infinite', () => {
    const shown = JSON.stringify(
      mask({ text: `${'x '.repeat(5000)}password=hunter22` }, { characters: Infinity, items: Infinity }),
    );
    expect(shown).toContain('password=[masked]');
    expect(shown.length).toBeGreaterThan(10_000);
  });
});
