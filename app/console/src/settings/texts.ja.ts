import type { Dictionary } from '../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the access settings. */
export const textsJa = {
  title: 'アクセス',
  tokens: 'トークン {count} 件、未使用 {unused} 件',
  'tokens.caption': 'API トークン',
  name: '利用者',
  role: '役割',
  createdBy: '作成者',
  lastUse: '最終利用',
  expires: '期限',
  state: '状態',
  never: 'なし',
  revoke: '失効させる',
  'revoke.title': '{name} さんのトークンを失効させますか？',
  'revoke.text': 'このトークンを使うプログラムは直ちに拒否され、このトークンで開いたセッションは終了します。',
  revoked: 'トークンを失効させました。',
  isRevoked: '失効済み',
  'new.name': '利用者',
  'new.name.hint': '監査ログに残る名前です。トークンでサインインするとこの利用者になります。',
  'new.days': '有効日数',
  'new.create': 'トークンを作成',
  'new.once': '{name} さんのトークンです。表示されるのは今だけです:',
  sessions: '開いているセッション {count} 件',
  'sessions.caption': 'ブラウザーのセッション',
  person: '利用者',
  browser: 'ブラウザー',
  current: 'この画面',
  end: '終了',
  ended: 'セッションを終了しました。',
} satisfies Dictionary<typeof textsEn>;
