import { describe, expect, expectTypeOf, it } from 'vitest';
import { translate } from '../i18n/translate.ts';
import type { AuditRecord } from './audit-record.ts';
import { decisionLabel } from './decision-label.ts';
import { EVENT_NAMES } from './event-names.ts';
import { eventLabel } from './event-label.ts';
import type { AuditTranslate } from './use-audit-texts.ts';
import { textsJa } from './texts.ja.ts';

const t: AuditTranslate = (key, values) => translate('ja', textsJa[key], values);

describe('the texts of the audit log', () => {
  it('cover every event of the server', () => {
    expectTypeOf<(typeof EVENT_NAMES)[number]>().toEqualTypeOf<AuditRecord['event']>();
    expect(new Set(EVENT_NAMES).size).toBe(EVENT_NAMES.length);
  });

  it.each(EVENT_NAMES)('contain %s', (event) => {
    expect(eventLabel(event, t)).not.toBe(event);
  });

  it.each(['allow', 'deny', 'needs_human', 'pending', 'approved', 'denied', 'done'])(
    'contain the decision %s',
    (decision) => {
      expect(decisionLabel(decision, t)).not.toBe(decision);
    },
  );

  it('show an unknown value as it was logged', () => {
    expect(eventLabel('later.event', t)).toBe('later.event');
    expect(decisionLabel('perhaps', t)).toBe('perhaps');
    expect(decisionLabel('', t)).toBe('');
  });
});
