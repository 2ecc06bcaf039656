import type { ConsoleErrorCode } from '../application/console/console-error.ts';
import type { ServiceErrorCode } from '../application/service-error.ts';

/** Every code that a problem of this server may have. */
export type ProblemCode =
  | ConsoleErrorCode
  | ServiceErrorCode
  | 'BodyTooLarge'
  | 'ForeignOrigin'
  | 'Internal'
  | 'TooManyConnections'
  | 'UpgradeRequired';

/** What a problem means, for people who read Japanese. */
export const problemInJapanese: Readonly<Record<ProblemCode, string>> = {
  AlreadyDecided: 'この依頼はすでに判断済みです。',
  BodyTooLarge: '送信された内容が大きすぎます。',
  ConfirmationNeeded: 'リスク 5 の呼び出しを承認するには、ツール名の入力が必要です。',
  CsrfRefused: 'この画面からの操作であることを確認できません。ページを再読み込みしてください。',
  DigestMismatch: '表示されていた内容と異なります。もう一度確認してください。',
  DisplayNeeded: '承認する前に、伏せ字や省略のないすべての値を表示して確認してください。',
  Expired: '期限内に回答がなかったため、呼び出しは実行されませんでした。',
  Forbidden: 'この操作に必要な権限がありません。',
  ForeignOrigin: 'このページからは接続できません。',
  HostRefused: 'このホスト名では応答しません。ALLOWED_HOSTS を確認してください。',
  Internal: 'サーバーでエラーが発生しました。内容は記録されています。',
  InvalidDate: '日付は YYYY-MM-DD 形式の実在する日を指定してください。',
  InvalidRequest: 'リクエストの内容が正しくありません。',
  InvalidSteps: '工程の内容に誤りがあります。',
  KeyReused: 'この冪等キーは別のリクエストで使用されています。',
  LoginRefused: 'リンクまたはトークンが無効です。使用済みか、期限が切れています。',
  ManifestInvalid: 'このツールの動作はプログラム側で宣言されています。変更はそちらで行ってください。',
  MaskedValue: '伏せ字の値は元の値を入力するか、引数をそのままにしてください。',
  NameConflict: '同じ名前のテンプレートがあります。',
  NotAnAnswer: '評価できるのはアシスタントの回答だけです。',
  NotBatchable: 'まとめて回答できない依頼が含まれています。一件ずつ回答してください。',
  NotDisplayable:
    '内容を正確に表示できないため、この呼び出しは承認できません。拒否するか、引数を編集してください。',
  NotEditable: 'この種類の呼び出しでは引数を変更できません。',
  NotFound: '対象が見つかりません。',
  NotGrantable:
    'この呼び出しは毎回確認が必要なため、継続許可は付与できません。許可を付けずに承認してください。',
  OpenAIUnavailable: 'モデルに接続できませんでした。時間をおいて再度お試しください。',
  OriginRefused: '別のサイトのページからは操作できません。',
  PolicyInvalid: 'プロファイルの内容が正しくありません。',
  RateLimited: '回数の上限に達しました。しばらく待ってから再度お試しください。',
  ReasonNeeded: 'エージェントに何を変えてほしいかを書いてください。',
  RequestRunning: 'このリクエストは処理中です。',
  RunConflict: 'この実行は別の処理によって先に進められました。最新の状態を確認してください。',
  ServiceEnding: 'サーバーを終了しています。少し待ってから再度お試しください。',
  SessionBusy: 'この会話には回答待ちのメッセージが多すぎます。',
  StoreUnavailable: 'データを読み書きできませんでした。もう一度お試しください。',
  TemplateInUse: 'このテンプレートから開始した案件があります。先に案件を削除してください。',
  Timeout: '時間内に回答が得られませんでした。もう一度お試しください。',
  TooManyConnections: '接続数の上限に達しています。',
  TooManyStreams: 'イベント接続の上限に達しています。しばらく待ってから再度お試しください。',
  TurnChanged: '未回答の依頼が表示されていた内容と異なります。もう一度確認してください。',
  Unauthenticated: 'サインインしてください。',
  UpgradeRequired: 'WebSocket で接続してください。',
  VersionConflict: 'ほかの人が先に変更しました。最新の内容を確認してください。',
};
