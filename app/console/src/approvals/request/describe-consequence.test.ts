import { describe, expect, it } from 'vitest';
import { translate } from '../../i18n/translate.ts';
import type { ApprovalSummary } from '../approval.ts';
import type { InboxTranslate } from '../use-inbox-texts.ts';
import { describeConsequence } from './describe-consequence.ts';
import { textsEn } from '../texts.en.ts';

const t: InboxTranslate = (name, values) => translate('en', textsEn[name], values);
const call = (destination: string | null) =>
  ({ kind: 'call', agent_name: 'clerk', tool_id: 'pay', destination }) as ApprovalSummary;

describe('describeConsequence', () => {
  it('names the effect of an approval and its destination', () => {
    expect(describeConsequence(call('XX-1'), t, true)).toBe(
      'If you approve, agent “clerk” runs pay on XX-1.',
    );
  });

  it('describes the request, not an approval, after a decision', () => {
    expect(describeConsequence(call('XX-1'), t, false)).toBe('Agent “clerk” requested to run pay on XX-1.');
    expect(describeConsequence(call(null), t, false)).not.toContain('approve');
  });

  it('omits a destination that is too long for a name', () => {
    const sentence = describeConsequence(call(`["a@b.example","${'long '.repeat(30)}`), t, true);
    expect(sentence).toBe('If you approve, agent “clerk” runs pay with the arguments below.');
  });

  it('names both destinations after an edit, and the person who changed them', () => {
    const edited = {
      ...call('XX-2'),
      decided_by: { id: 'mika' },
      edit: { arguments_text: '{}', changed_paths: ['account'], destination_before: 'XX-1' },
    };
    expect(describeConsequence(edited, t, false)).toBe(
      'Agent “clerk” requested to run pay on XX-1. mika changed that to XX-2.',
    );
    const same = { ...edited, destination: 'XX-1' };
    expect(describeConsequence(same, t, false)).toBe('Agent “clerk” requested to run pay on XX-1.');
  });

  it('displays invisible characters in a name', () => {
    expect(describeConsequence(call('XX-\u{202e}1'), t, true)).toContain(String.raw`XX-\u{202e}1`);
  });
});
