import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditHash } from './audit-hash.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

describe('auditHash', () => {
  it('is the SHA-256 of salt and normalized conversation', () => {
    const messages = [
      { role: 'user' as const, content: 'こんにちは  \n\u3000世界' },
      { role: 'assistant' as const, content: 'はい' },
    ];
    expect(auditHash(messages, 'salt')).toBe(sha('saltuser:こんにちは 世界 assistant:はい '));
  });

  it('uses the first 1000 characters only and splits no surrogate pair', () => {
    const long = (tail: string) => [{ role: 'user' as const, content: '😀'.repeat(995) + tail }];
    expect(auditHash(long('a'), 's')).toBe(auditHash(long('b'), 's'));
    expect(auditHash(long('a'), 's')).toBe(sha(`suser:${'😀'.repeat(995)}`));
  });

  it('excludes the system prompt, whatever its length', () => {
    const messages = [{ role: 'user' as const, content: '製造業です' }];
    for (const prompt of ['短い', '長い'.repeat(2000)]) {
      expect(auditHash([{ role: 'system', content: prompt }, ...messages], 's')).toBe(
        auditHash(messages, 's'),
      );
    }
  });

  it.each([undefined, ''])('is undefined with the salt %j', (salt) => {
    expect(auditHash([{ role: 'user', content: 'a' }], salt)).toBeUndefined();
  });
});
