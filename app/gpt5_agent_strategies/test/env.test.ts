import { describe, expect, it } from 'vitest';
import { readSettings } from '../config/env.ts';

describe('the settings of the daemon', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['1', false],
    ['true', true],
    [' True ', true],
  ])('read %j as %s', (value, expected) => {
    expect(
      readSettings({ GPT5_AGENT_VERBOSE_LOGGING: value, GPT5_AGENT_ALLOW_SCHEMELESS_OVERRIDE: value }),
    ).toEqual({ logsContents: expected, allowsSchemaless: expected });
  });

  it('are independent of each other', () => {
    expect(readSettings({ GPT5_AGENT_VERBOSE_LOGGING: 'true' })).toEqual({
      logsContents: true,
      allowsSchemaless: false,
    });
  });
});
