import { describe, expect, it } from 'vitest';
import { HandleCodec } from './handle-codec.ts';

const codec = new HandleCodec('a secret of this server');
const handle = codec.seal('resp_1', 'ann', 5);

describe('HandleCodec', () => {
  it('opens for its owner', () => {
    expect(codec.open(handle, 'ann')).toEqual({ ok: true, responseId: 'resp_1', createdAt: 5 });
  });

  it('hides its contents and is different each time', () => {
    expect(Buffer.from(handle.slice(4), 'base64url').toString('latin1')).not.toContain('resp_1');
    expect(codec.seal('resp_1', 'ann', 5)).not.toBe(handle);
  });

  it('is foreign for other owners', () => {
    expect(codec.open(handle, 'bob')).toEqual({ ok: false, reason: 'foreign' });
  });

  it('rejects every handle with one changed character', () => {
    for (let at = 4; at < handle.length - 1; at += 1) {
      const other = handle[at] === 'A' ? 'B' : 'A';
      const forged = handle.slice(0, at) + other + handle.slice(at + 1);
      expect(codec.open(forged, 'ann')).toEqual({ ok: false, reason: 'unreadable' });
    }
  });

  it.each(['', 'cnv_', 'resp_1', 'cnv_AAAA', handle.slice(0, 30), '\u0000'])('rejects %j', (text) => {
    expect(codec.open(text, 'ann')).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('rejects the handle of another server', () => {
    expect(new HandleCodec('the secret of another').open(handle, 'ann').ok).toBe(false);
  });

  it('rejects a secret that is too short', () => {
    expect(() => new HandleCodec('short')).toThrow(RangeError);
  });
});
