import { describe, expect, it } from 'vitest';
import { destinationOf } from './destination-of.ts';
import { hostOf, isInternalHost } from './host-of.ts';
import { hidesText, holdsSecret, isLookalike, leavesItsFolder, linksIn } from './scan-text.ts';
import { shownValue } from './shown-value.ts';

describe('holdsSecret', () => {
  it.each([
    ['-----BEGIN RSA PRIVATE KEY-----'],
    [`ghp_${'a1'.repeat(12)}`],
    [`sk-proj-${'x9'.repeat(12)}`],
    ...[
      'gho_',
      'ghs_',
      'ghu_',
      'github_pat_',
      'glpat-',
      'xoxa-',
      'xoxb-',
      'xoxr-',
      'xoxp-',
      'xoxs-',
      'npm_',
      'hf_',
    ].map((prefix) => [`${prefix}${'a1'.repeat(8)}`]),
    ...['sk-', 'pk_live_', 'rk_test_'].map((prefix) => [`${prefix}${'a1'.repeat(10)}`]),
    ['password = hunter22222'],
    ['pwd=abcdef12'],
    ['postgres://admin:hunter2@db.example/x'],
    [`Bearer ${'abc123'.repeat(5)}`],
    [`AIza${'x9'.repeat(15)}`],
    [`AKIA${'A1'.repeat(8)}`],
    [`eyJ${'a1'.repeat(4)}.${'b2'.repeat(4)}.${'c3'.repeat(4)}`],
    ['Authorization: Basic dXNlcjpwYXNz'],
    [String.raw`{\"authorization\":\"Token abcdefgh\"}`],
  ])('finds a secret in %j', (text) => {
    expect(holdsSecret(text)).toBe(true);
  });

  it.each([
    ['I forgot my password'],
    ['https://example.com/a:b'],
    ['the secret of success'],
    ['the name AIza-key of a vendor'],
    ['the word eyJab.cd.ef is short'],
    ['AKIA and then some other words'],
    ['sk-learn is a library for Python'],
    ['the bearer of this letter may enter'],
    ['authorization: token abc'],
  ])('finds no secret in %j', (text) => {
    expect(holdsSecret(text)).toBe(false);
  });
});

describe('leavesItsFolder', () => {
  it.each([
    ['../etc/passwd'],
    ['a/../../b'],
    ['..\\x'],
    ['%2e%2e/x'],
    ['．．/x'],
    ['/etc/shadow'],
    ['~/.ssh/id_rsa'],
    ['home/me/.env'],
    ['a\0b'],
  ])('is true for %j', (path) => {
    expect(leavesItsFolder(path)).toBe(true);
  });

  it.each([['docs/a..b.txt'], ['notes.txt'], ['a/b/c'], ['.github/x.yml']])('is false for %j', (path) => {
    expect(leavesItsFolder(path)).toBe(false);
  });
});

describe('isInternalHost', () => {
  it.each([
    ['http://127.0.0.1/'],
    ['http://localhost:8080'],
    ['http://[::1]/'],
    ['http://[::ffff:127.0.0.1]/'],
    ['http://169.254.169.254/latest'],
    ['http://2130706433/'],
    ['http://0x7f.1/'],
    ['http://0177.0.0.1/'],
    ['http://10.1.2.3'],
    ['http://192.168.0.1'],
    ['http://metadata.google.internal/'],
    ['http://127.0.0.1.nip.io/'],
    ['http://user@127.0.0.1/'],
  ])('is true for %s', (url) => {
    expect(isInternalHost(hostOf(url) ?? '')).toBe(true);
  });

  it.each([['https://example.com/x'], ['8.8.8.8'], ['www.example.org']])('is false for %s', (url) => {
    expect(isInternalHost(hostOf(url) ?? '')).toBe(false);
  });
});

describe('isLookalike', () => {
  it.each([
    ['bоb@corp.example'],
    ['ｂｏｂ@corp.example'],
    ['ｂｏｂ＠ｃｏｒｐ．ｅｘａｍｐｌｅ'],
    ['xn--corp-5qa.example'],
    ['pаypal.example'],
    ['асе.9x.example'],
    ['ann@асе.9x.example'],
  ])('is true for %s', (value) => {
    expect(isLookalike(value)).toBe(true);
  });

  it.each([['bob@corp.example'], ['山田太郎'], ['иван'], ['レポート.txt']])('is false for %s', (value) => {
    expect(isLookalike(value)).toBe(false);
  });
});

it('finds invisible characters', () => {
  expect(hidesText('bob\u200b@x.example')).toBe(true);
  expect(hidesText('bob\u202e')).toBe(true);
  expect(hidesText('plain\ntext')).toBe(false);
});

it('finds links and addresses in a text', () => {
  expect(linksIn('see www.a.example/x and mail b@c.example')).toEqual(['www.a.example/x', 'b@c.example']);
});

it('displays a value on one short line and masks secrets', () => {
  expect(shownValue('hunter2', 'credential')).toBe('***');
  expect(shownValue(`token=${'a1'.repeat(20)} api_key=abcdef123456`, 'target')).toBe('***');
  expect(shownValue('a\nb\u202ec', 'target')).toBe('a b c');
  expect(shownValue('x'.repeat(500), 'target')).toHaveLength(80);
});

describe('destinationOf', () => {
  it('returns a plain value for one destination', () => {
    expect(destinationOf(['bob@x.example'])).toBe('bob@x.example');
    expect(destinationOf([])).toBeUndefined();
  });

  it.each([
    [['a, b'], ['a', 'b']],
    [['["a","b"]'], ['a', 'b']],
    [
      ['x'.repeat(600), 'a'],
      ['x'.repeat(600), 'b'],
    ],
  ])('distinguishes %j and %j', (left, right) => {
    expect(destinationOf(left)).not.toBe(destinationOf(right));
  });
});
