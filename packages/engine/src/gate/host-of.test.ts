import { describe, expect, it } from 'vitest';
import { hostOf, isInternalHost } from './host-of.ts';

describe('hostOf', () => {
  it.each([
    ['https://Docs.Example/a', 'docs.example'],
    ['  https://docs.example ', 'docs.example'],
    ['https://ann:secret@docs.example:8443/a', 'docs.example'],
    ['docs.example?x=1', 'docs.example'],
    ['localhost:3000', 'localhost'],
    ['ftp://intranet/a', 'intranet'],
    ['[::1]:80', '[::1]'],
    ['plan', undefined],
    ['', undefined],
    ['/etc/hosts', undefined],
  ])('finds in %j the host %j', (text, expected) => {
    expect(hostOf(text)).toBe(expected);
  });
});

describe('isInternalHost', () => {
  it.each([
    'localhost',
    'db.localhost',
    'metadata.google.internal',
    'printer.local',
    '127.0.0.1',
    '127.1',
    '0',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1.nip.io',
    'app.10-0-0-1.sslip.io',
  ])('contains %s', (host) => {
    expect(isInternalHost(host)).toBe(true);
  });

  it.each([
    'docs.example',
    'local.example',
    '8.8.8.8',
    '11.0.0.1',
    '100.128.0.1',
    '128.0.0.1',
    '169.255.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.169.0.1',
    '[2001:db8::1]',
    '8.8.8.8.nip.io',
    '1.2.3.4.5',
  ])('does not contain %s', (host) => {
    expect(isInternalHost(host)).toBe(false);
  });
});
