import type { Dictionary } from '../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the sign-in page. */
export const textsJa = {
  'login.title': 'サインイン',
  'login.intro':
    'サーバーの起動時に、ワンタイムトークン付きのリンクが表示されます。そのリンクを開くか、トークンを貼り付けてください。',
  'login.expired.title': 'セッションが終了しました',
  'login.expired.intro':
    'データは失われていません。承認依頼は承認待ちのままです。サーバーの新しいリンクを開くか、トークンを貼り付けてください。',
  'login.token': 'トークン',
  'login.submit': 'サインイン',
  'login.working': 'サインイン中',
  'login.other':
    '{user} としてサインインしています。このリンクが自分のために作られた場合だけ、サインインし直してください。',
  'login.stay': '{user} のまま続ける',
  'login.wrong': 'このトークンは使えません。使用済みか、期限切れの可能性があります。',
  'login.limited': '試行回数が多すぎます。1 分ほど待ってから、もう一度試してください。',
  'login.signedOut': 'サインアウトしました。',
} satisfies Dictionary<typeof textsEn>;
