import { describe, expect, it } from 'vitest';
import { mayUpgrade } from './may-upgrade.ts';

describe('mayUpgrade', () => {
  it.each([
    ['/ai-agent/live', 'websocket', true],
    ['/ai-agent/live?a=b', 'WebSocket', true],
    ['/ai-agent/live', 'h2c', false],
    ['/ai-agent/live/more', 'websocket', false],
    ['/api/events', 'websocket', false],
    ['/', undefined, false],
  ])('%s with %s: %s', (url, upgrade, expected) => {
    expect(mayUpgrade({ url, headers: upgrade === undefined ? {} : { upgrade } })).toBe(expected);
  });
});
