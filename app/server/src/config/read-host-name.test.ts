import { describe, expect, it } from 'vitest';
import { readHostName } from './read-host-name.ts';

describe('readHostName', () => {
  it.each([
    ['console.corp.example', 'console.corp.example'],
    ['Console.Corp.Example', 'console.corp.example'],
    ['console.corp.example:8443', 'console.corp.example'],
    ['192.168.1.5', '192.168.1.5'],
    ['2001:DB8::7', '[2001:db8::7]'],
    ['[2001:db8::7]:8787', '[2001:db8::7]'],
    ['::', '[::]'],
  ])('normalizes %s to the form in requests', (text, name) => {
    expect(readHostName(text)).toBe(name);
  });

  it.each(['https://console.corp.example', 'console.corp.example/', 'a@b', 'a b', 'a:b:c', ''])(
    'rejects %j',
    (text) => {
      expect(readHostName(text)).toBeUndefined();
    },
  );
});
