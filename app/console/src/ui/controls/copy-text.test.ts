import { describe, expect, it } from 'vitest';
import { copyText } from './copy-text.ts';

describe('copyText', () => {
  it('writes the text to the clipboard', async () => {
    const written: string[] = [];
    expect(await copyText('a', { writeText: async (text) => void written.push(text) })).toBe(true);
    expect(written).toEqual(['a']);
  });

  it('returns false when the browser does not allow it', async () => {
    const writeText = async () => {
      throw new DOMException('no', 'NotAllowedError');
    };
    expect(await copyText('a', { writeText })).toBe(false);
  });

  it('returns false when there is no clipboard, as on a page without TLS', async () => {
    expect(await copyText('a')).toBe(false);
  });
});
