import type { Dictionary } from '../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the sign-in page. */
export const textsJa = {
  'login.title': '{host} にサインイン',
  'login.intro':
    'サーバーの起動時に、ワンタイムトークン付きのリンクが表示されます。そのリンクを開くか、トークンを貼り付けてください。',
  'login.expired.title': 'セッションが終了しました',
  'login.expired.intro':
    '画面も入力した内容もそのまま残っています。続けるにはもう一度サインインしてください。',
  'login.token': 'トークン',
  'login.submit': 'サインイン',
  'login.working': 'サインイン中',
  'login.other':
    '{user} としてサインインしています。このリンクが自分のために作られた場合だけ、サインインし直してください。',
  'login.stay': '{user} のまま続ける',
  'login.wrong': 'このトークンは使えません。使用済みか、期限切れの可能性があります。',
  'login.limited': '試行回数が多すぎます。1 分ほど待ってから、もう一度試してください。',
  'login.signedOut': 'サインアウトしました。',
  'login.sso': '{name} で続ける',
  'login.sso.tab': '新しいタブで開きます。サインインしたら、この画面に戻ってください。',
  'problem.LoginRefused': 'サインインが完了しませんでした。もう一度試してください。',
  'problem.NoRole': '本人確認はできましたが、このサーバーでの権限がありません。管理者に依頼してください。',
  'problem.IssuerUnavailable': '認証サービスが応答しません。時間をおいて試すか、トークンを使ってください。',
} satisfies Dictionary<typeof textsEn>;
