import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the context of a run. */
export const textsJa: Dictionary<typeof textsEn> = {
  title: '会話',
  show: '会話を表示（記録されます）',
  showPassage: '該当箇所を表示（記録されます）',
  forbidden: 'この役割では会話を閲覧できません。',
  loading: '会話を読み込んでいます。',
  'passage.none': '保存された文章に、この値はそのままの形では含まれていません。',
  'passage.removed': '保存期間を過ぎたため、該当箇所は削除されました。',
  'plan.title': '作業の計画',
  'plan.inside': '依頼の範囲内',
  'plan.unclear': '不明',
  'plan.outside': '依頼の範囲外',
  'plan.by.rules': '信頼できない内容を読む前に、ルールで作成',
  'plan.by.model': '信頼できない内容を読む前に、モデルで作成',
  'similar.title': '過去の類似の依頼',
  'similar.none': '{agent} によるこのツールの依頼は過去にありません。',
  'similar.count':
    '{agent} によるこのツールの過去の依頼 {count} 件: 承認 {approved}、却下 {denied}、期限切れ {expired}',
  'similar.never': '同じ宛先への依頼はなし',
  'similar.same': '同じ宛先 {count} 件',
  'similar.list': '最近の判断',
};
