import type { VerbClass } from '../manifest/verb-lexicon.ts';
import type { Request } from './request.ts';

const PATTERNS: readonly (readonly [VerbClass, string, RegExp])[] = [
  ['send', 'send', /送(?:って|信|る|れ)|メールして|返信|転送|共有|投稿|知らせ|連絡して|伝えて|招待/g],
  ['spend', 'pay', /支払|払って|振り?込|送金|購入|買って|注文して|課金|返金|寄付/g],
  ['delete', 'delete', /削除|消して|消去|取り消|キャンセル|破棄|解約/g],
  ['make', 'create', /作成|作って|追加|登録|保存|書いて|書き込|アップロード|入れて/g],
  ['book', 'book', /予約|手配|スケジュール/g],
  ['change', 'update', /変更|更新|修正|編集|書き換え|直して|設定して/g],
  ['move', 'move', /移動|移して/g],
  ['execute', 'execute', /実行|インストール|デプロイ/g],
  ['admin', 'grant', /許可|付与|権限|解除|無効|有効に|解錠|施錠|ロック|ブロック|リセット/g],
  ['operate', 'start', /起動|開始|停止|つけて|消灯|点灯|止めて|開けて|閉めて/g],
  ['read', 'get', /教えて|見せて|調べ|検索|確認|読んで|要約|一覧|表示|探して/g],
];

/** Finds requests in Japanese, where the verb ends the sentence and words are not separated by spaces. */
export function japaneseRequests(text: string): Request[] {
  if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return [];
  const requests: Request[] = [];
  for (const [verbClass, verb, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const after = text.slice(match.index, match.index + match[0].length + 8);
      if (/ないで|しないで|するな/.test(after)) continue;
      const from = Math.max(text.lastIndexOf('。', match.index), text.lastIndexOf('\n', match.index)) + 1;
      const stop = text.indexOf('。', match.index);
      requests.push({ verb, classes: [verbClass], from, to: stop < 0 ? text.length : stop });
      if (requests.length >= 50) return requests;
    }
  }
  return requests;
}
