import type { PersonaTool } from './persona.ts';

const SAME_MEANING: readonly (readonly string[])[] = [
  ['天気', '気温', 'weather', 'forecast', 'temperature'],
  ['検索', '調べ', '探し', 'search', 'find', 'lookup', 'query'],
  ['計算', '足し', '合計', 'calculate', 'calculator', 'add', 'sum', 'math', 'multiply'],
  ['ファイル', '文書', 'file', 'document', 'read'],
  ['削除', '消し', 'delete', 'remove', 'erase'],
  ['時刻', '時間', '何時', '現在', 'time', 'clock', 'now'],
  ['翻訳', '訳し', 'translate', 'translation'],
  ['メール', '送信', '送って', 'mail', 'email', 'send', 'message'],
  ['予定', 'カレンダー', '予約', 'calendar', 'schedule', 'event', 'book', 'booking'],
  ['注文', 'order', 'purchase', 'buy'],
  ['返金', 'refund'],
  ['顧客', 'customer', 'client', 'user'],
  ['作成', '作って', 'create', 'make', 'new'],
  ['一覧', 'リスト', 'list'],
];

/** Scores how well a tool matches a request by common words and their translations. */
export function scoreTool(tool: PersonaTool, request: string): number {
  const offered = `${tool.name.replaceAll(/[_-]/g, ' ')} ${tool.description}`.toLowerCase();
  const requestText = request.toLowerCase();
  if (requestText.includes(tool.name.toLowerCase())) return 100;
  const words = new Set(offered.match(/[a-z]{3,}/g));
  let score = [...new Set(requestText.match(/[a-z]{3,}/g))].filter(
    (word) => words.has(word) && !FILLER.has(word),
  ).length;
  for (const group of SAME_MEANING) {
    const inRequest = group.some((word) => requestText.includes(word));
    const inTool = group.some((word) => (/[a-z]/.test(word) ? words.has(word) : offered.includes(word)));
    if (inRequest && inTool) score += 3;
  }
  return score + countSharedPairs(offered, requestText);
}

const FILLER = new Set([
  'the',
  'and',
  'for',
  'that',
  'this',
  'with',
  'from',
  'you',
  'can',
  'please',
  'what',
  'are',
  'get',
  'use',
  'given',
  'returns',
  'return',
]);

function countSharedPairs(offered: string, requestText: string): number {
  const pairs = requestText.match(/[\p{Script=Han}\p{Script=Katakana}]{2,}/gu) ?? [];
  return pairs.filter((pair) => offered.includes(pair)).length;
}
