import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { createJapaneseHolidays } from '../../../../server/src/processes/schedule/japanese-holidays.ts';
import { moveStep } from '../draft/edit-draft.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { scheduleDraft } from './schedule-draft.ts';

const day = (text: string) => parsePlainDate(text) ?? Number.NaN;
const days = { goal: day('2026-11-06'), today: day('2026-10-01'), holidays: createJapaneseHolidays() };
const draft: ProcessDraft = {
  name: '',
  steps: [
    { seq: 1, name: '募集', basis: 'goal', offsetDays: -3, requiredArtifacts: [], dependsOn: [] },
    { seq: 2, name: '面接', basis: 'prev', offsetDays: 1, requiredArtifacts: [], dependsOn: [1] },
  ],
};

describe('scheduleDraft', () => {
  it('skips holidays as the server does', () => {
    expect(scheduleDraft(draft, days)).toMatchObject({
      schedule: {
        due: new Map([
          [1, day('2026-11-02')],
          [2, day('2026-11-04')],
        ]),
        warnings: [],
      },
    });
  });

  it('returns the reason when the steps are inconsistent', () => {
    expect(scheduleDraft(moveStep(draft, 1, 1), days)).toMatchObject({
      problem: { class: 'FirstStepBasis', seq: 1 },
    });
  });
});
