import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the skills. */
export const textsJa = {
  summary: 'スキル {count} 件、読み込み失敗 {errors} 件',
  title: 'スキル',
  search: 'スキルを検索',
  'empty.title': 'スキルがありません',
  'empty.text':
    'スキルのフォルダー (SKILLS_DIR) を指定してサーバーを起動してください。1 つのスキルは、SKILL.md を含む 1 つのフォルダーです。',
  'empty.copy': '「{text}」をコピー',
  'empty.dir': 'フォルダー {dir} に、読み込めるスキルがありません。',
  none: '条件に合うスキルがありません。',
  dir: 'フォルダー: {dir}',
  list: 'スキル一覧',
  choose: 'スキルを選ぶと、内容を表示します。',
  mode: '方式',
  'mode.function_tool': '手順書',
  'mode.child_agent': '専用エージェント',
  tags: 'タグ',
  examples: '例',
  constraints: '制約',
  schema: '入力',
  'diagnostics.title': '診断結果 {count} 件',
  'diagnostics.flaw': 'ファイルの一部が読み飛ばされたか、内容に注意が必要です。',
  'severity.error': 'エラー',
  'severity.warning': '警告',
} satisfies Dictionary<typeof textsEn>;
