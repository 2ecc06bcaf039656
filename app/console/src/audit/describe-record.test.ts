import { describe, expect, it } from 'vitest';
import { translate } from '../i18n/translate.ts';
import type { AuditRecord } from './audit-record.ts';
import { describeRecord } from './describe-record.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import type { AuditTranslate } from './use-audit-texts.ts';

const en: AuditTranslate = (key, values) => translate('en', textsEn[key], values);
const ja: AuditTranslate = (key, values) => translate('ja', textsJa[key], values);
const about = {
  who: 'mika',
  agent: 'clerk',
  tool: 'delete_file',
  effect: 'delete',
  target: 'payroll.xlsx',
  result: 'not_run',
  reason: 'not this file',
} as const;
const record: AuditRecord = {
  seq: 9,
  run_id: 'run_1',
  tool_call_id: 'c1',
  event: 'approval.denied',
  attempt: 0,
  decision: 'denied',
  timestamp: '2026-11-17T05:00:00.000Z',
  data: { by: 'mika' },
  hash: '',
  about,
};

describe('describeRecord', () => {
  it('states who decided about what, and how it ended', () => {
    expect(describeRecord(record, en, 'en')).toEqual({
      who: 'mika',
      label: 'Rejected',
      what: 'Delete payroll.xlsx',
      result: 'not executed',
      reason: 'not this file',
    });
    expect(describeRecord(record, ja, 'ja')).toMatchObject({ what: 'payroll.xlsx を削除', result: '未実行' });
  });

  it('names the agent of a decision of the gate, without its long reason', () => {
    const judged = { ...about, who: null, reason: 'It only reads.' };
    const gate: AuditRecord = { ...record, event: 'gate.decision', decision: 'allow', about: judged };
    expect(describeRecord(gate, en, 'en')).toMatchObject({ who: 'clerk', result: 'allowed', reason: '' });
  });

  it.each([
    ['the call', { agent: 'clerk', tool: 'delete_file' }, 'Delete payroll.xlsx'],
    ['the agent without a call', { agent: 'clerk', tool: null, target: null }, 'clerk'],
  ])('names %s whose conversation a person read', (_case, changes, what) => {
    const read: AuditRecord = { ...record, event: 'context.viewed', about: { ...about, ...changes } };
    expect(describeRecord(read, en, 'en')).toMatchObject({ who: 'mika', what });
  });

  it('names a changed profile and the target of a stop', () => {
    const nothing = {
      who: 'root',
      agent: null,
      tool: null,
      effect: null,
      target: null,
      result: null,
      reason: null,
    };
    const change: AuditRecord = {
      ...record,
      event: 'policy.changed',
      decision: 'profile.changed',
      data: { version: 3 },
      about: { ...nothing, target: 'balanced' },
    };
    expect(describeRecord(change, en, 'en')).toMatchObject({
      label: 'Profile changed',
      what: 'balanced v3',
      result: '',
    });
    const stop: AuditRecord = { ...record, event: 'stop.set', about: { ...nothing, reason: 'why' } };
    expect(describeRecord(stop, en, 'en')).toMatchObject({
      who: 'root',
      what: 'All tool calls',
      reason: 'why',
    });
  });
});
