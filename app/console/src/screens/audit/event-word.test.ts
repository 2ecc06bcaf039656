import { describe, expect, expectTypeOf, it } from 'vitest';
import { translate } from '../../i18n/translate.ts';
import type { AuditRecord } from './audit-record.ts';
import { decisionWord } from './decision-word.ts';
import { EVENT_NAMES } from './event-names.ts';
import { eventWord } from './event-word.ts';
import type { AuditTranslate } from './use-audit-words.ts';
import { wordsJa } from './words.ja.ts';

const say: AuditTranslate = (key, values) => translate('ja', wordsJa[key], values);

describe('the texts of the audit log', () => {
  it('cover every event of the server', () => {
    expectTypeOf<(typeof EVENT_NAMES)[number]>().toEqualTypeOf<AuditRecord['event']>();
    expect(new Set(EVENT_NAMES).size).toBe(EVENT_NAMES.length);
  });

  it.each(EVENT_NAMES)('contain %s', (event) => {
    expect(eventWord(event, say)).not.toBe(event);
  });

  it.each(['allow', 'deny', 'needs_human', 'pending', 'approved', 'denied', 'done'])(
    'contain the decision %s',
    (decision) => {
      expect(decisionWord(decision, say)).not.toBe(decision);
    },
  );

  it('show an unknown value as it was logged', () => {
    expect(eventWord('later.event', say)).toBe('later.event');
    expect(decisionWord('perhaps', say)).toBe('perhaps');
    expect(decisionWord('', say)).toBe('');
  });
});
