import { describe, expect, it } from 'vitest';
import { translate } from '../../i18n/translate.ts';
import { compareDrafts } from './compare-drafts.ts';
import { writeDifferences } from './describe-difference.ts';
import { addStep, changeStep, removeStep } from './edit-draft.ts';
import type { ChatTranslate } from '../use-chat-texts.ts';
import { textsJa } from '../texts.ja.ts';

const t: ChatTranslate = (key, values) => translate('ja', textsJa[key], values);

describe('describeDifference', () => {
  it('lists every change with its values before and after', () => {
    const before = addStep(addStep({ name: '', steps: [] }, '募集'), '面接');
    const after = addStep(changeStep(removeStep(before, 2), 1, { name: '公募', offsetDays: -5 }), '内定');
    expect(writeDifferences(compareDrafts(before, after), t).split('\n')).toEqual([
      textsJa['diff.tellIntro'],
      '- 変更: 公募 (名前: 募集 → 公募, 営業日数: 0 → -5)',
      '- 変更: 内定 (名前: 面接 → 内定)',
    ]);
  });

  it('lists added and removed steps by name', () => {
    const before = addStep({ name: '', steps: [] }, '募集');
    expect(writeDifferences(compareDrafts(before, addStep(before, '面接')), t)).toContain('- 追加: 面接');
    expect(writeDifferences(compareDrafts(before, removeStep(before, 1)), t)).toContain('- 削除: 募集');
  });
});
