import { describe, expect, it } from 'vitest';
import { translate } from '../i18n/translate.ts';
import { evidenceOf } from './evidence-of.ts';
import { textsJa } from './texts.ja.ts';

const evidence = (id: string, how: string) =>
  evidenceOf({ id, how }, (key, values) => translate('ja', textsJa[key], values));

describe('the evidence of a finding', () => {
  it('is in the language of the person when the check is known', () => {
    expect(evidence('store.writes', 'one commit')).toBe('1 回のコミット');
  });

  it('is the text of the server when the check is unknown or failed', () => {
    expect(evidence('mcp.files', 'tools/list of files')).toBe('tools/list of files');
    expect(evidence('store.writes', 'check "store.writes"')).toBe('check "store.writes"');
    expect(evidence('constructor', 'x')).toBe('x');
  });
});
