import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../schedule/plain-date.ts';
import type { ProcessCase, StepInstance } from './process-case.ts';
import { writeCaseCsv } from './write-case-csv.ts';
import { writeCaseIcs } from './write-case-ics.ts';

const step = (over: Partial<StepInstance>): StepInstance => ({
  id: 's1',
  seq: 1,
  name: '準備',
  basis: 'goal',
  offsetDays: 0,
  requiredArtifacts: [],
  dependsOn: [],
  dueDate: parsePlainDate('2026-12-31') ?? 0,
  status: 'todo',
  isLocked: false,
  assignee: undefined,
  ...over,
});
const caseOf = (...steps: StepInstance[]): ProcessCase => ({
  id: 'c',
  userId: 'u',
  templateId: 't',
  name: '採用',
  goalDate: 0,
  version: 3,
  createdAt: 0,
  steps,
});

describe('writeCaseCsv', () => {
  it('writes one row per step with Japanese headings', () => {
    const steps = [
      step({ requiredArtifacts: [{ kind: '要件書' }] }),
      step({ id: 's2', seq: 2, dependsOn: ['s1'], isLocked: true }),
    ];
    expect(writeCaseCsv(caseOf(...steps))).toBe(
      '\uFEFF番号,ステップ,期日,曜日,状態,固定,担当,必要な成果物,依存\r\n' +
        '1,準備,2026-12-31,木,未着手,,,要件書,\r\n2,準備,2026-12-31,木,未着手,固定,,,1\r\n',
    );
  });

  it.each([
    ['a,"b"\nc', '"a,""b""\nc"'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1', "'+1"],
    ['@a', "'@a"],
    ['-2', "'-2"],
  ])('escapes the name %j', (name, cell) => {
    expect(writeCaseCsv(caseOf(step({ name })))).toContain(`\r\n1,${cell},2026`);
  });
});

describe('writeCaseIcs', () => {
  it('writes all-day events, stable ids and escaped text', () => {
    const text = writeCaseIcs(caseOf(step({ name: 'a;b,c\\d\ne' })), Date.parse('2026-11-15T01:02:03Z'));
    expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
    expect(text).toContain('UID:s1@sekisho\r\nDTSTAMP:20261115T010203Z\r\nSEQUENCE:3\r\n');
    expect(text).toContain(String.raw`SUMMARY:a\;b\,c\\d\ne（採用）`);
  });

  it('folds long lines between characters, so that unfolding restores them', () => {
    const name = '長い名前😀'.repeat(30);
    const text = writeCaseIcs(caseOf(step({ name })), 0);
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text.isWellFormed()).toBe(true);
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}（採用）\r\n`);
  });
});
