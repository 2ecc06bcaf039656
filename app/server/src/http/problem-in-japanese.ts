import type { ConsoleErrorCode } from '../errors/console-error.ts';
import type { ServiceErrorCode } from '../errors/service-error.ts';

/** Every code of a problem of this server. */
export type ProblemCode =
  | ConsoleErrorCode
  | ServiceErrorCode
  | 'BodyTooLarge'
  | 'ForeignOrigin'
  | 'Internal'
  | 'TooManyConnections'
  | 'UpgradeRequired';

/** The Japanese title of each problem code. */
export const problemInJapanese: Readonly<Record<ProblemCode, string>> = {
  AlreadyDecided: 'この承認依頼はすでに判断済みです。',
  BodyTooLarge: '送信された内容が大きすぎます。',
  ConfirmationNeeded: 'リスク 5 の呼び出しを承認するには、ツール名の入力が必要です。',
  CsrfRefused: 'この画面からの操作であることを確認できません。ページを再読み込みしてください。',
  DigestMismatch: '呼び出しの内容が、表示されていたものと異なります。もう一度確認してください。',
  DisplayNeeded: '承認する前に、伏せ字や省略のないすべての値を表示して確認してください。',
  Expired: '期限内に判断されなかったため、呼び出しは実行されませんでした。',
  Forbidden: 'この操作に必要な権限がありません。管理者に依頼してください。',
  ForeignOrigin: 'このオリジンのページからは接続できません。ALLOWED_ORIGINS を確認してください。',
  HostRefused: 'このホスト名では応答しません。ALLOWED_HOSTS を確認してください。',
  Internal: 'サーバーでエラーが発生しました。内容は記録されています。',
  InvalidDate: '日付は YYYY-MM-DD 形式の実在する日を指定してください。',
  InvalidRequest: 'リクエストの内容が正しくありません。',
  InvalidSteps: '工程の内容に誤りがあります。',
  IssuerUnavailable:
    'サインイン先の認証サーバーが正しく応答しません。時間をおくか、トークンでサインインしてください。',
  KeyReused: 'この冪等キーは別のリクエストで使用されています。新しいキーを使用してください。',
  LoginRefused: 'リンクまたはトークンが無効であるか、使用済みか、期限切れです。',
  ManifestInvalid: 'このツールのマニフェストはプログラムで宣言されています。プログラム側で変更してください。',
  MaskedValue:
    '編集した引数に伏せ字の値が含まれています。元の値を入力するか、引数を編集せずに判断してください。',
  NameConflict: '同じ名前のテンプレートがあります。',
  NoRole: '所属グループに役割が割り当てられていないため、サインインできません。管理者に確認してください。',
  NotAnAnswer: '評価できるのはアシスタントの回答だけです。',
  NotBatchable: 'まとめて判断できない承認依頼が含まれています。1 件ずつ判断してください。',
  NotDisplayable:
    '内容を正確に表示できないため、この呼び出しは承認できません。拒否するか、引数を編集してください。',
  NotEditable: 'この種類の呼び出しでは引数を変更できません。',
  NotFound: '対象が見つかりません。',
  NotGrantable:
    'この呼び出しは毎回確認が必要なため、継続許可は付与できません。継続許可を付けずに承認してください。',
  OpenAIUnavailable: 'モデルに接続できませんでした。時間をおいて再度お試しください。',
  OriginRefused: 'このオリジンのページからは操作できません。ALLOWED_ORIGINS を確認してください。',
  OwnRole: '自分の役割は変更できません。ほかの管理者に依頼してください。',
  PolicyInvalid: 'プロファイルの内容が正しくありません。',
  ProgramOffline:
    'このエージェントのプログラムが起動していないため、実行を依頼できません。起動してから、もう一度依頼してください。',
  RateLimited: '回数の上限に達しました。しばらく待ってから再度お試しください。',
  ReasonNeeded: 'コメントがありません。エージェントが変更すべき点を入力してください。',
  RequestRunning: 'このリクエストは処理中です。しばらく待ってから再度お試しください。',
  RunConflict: 'この実行は別の処理によって先に進められました。最新の状態を確認してください。',
  ServiceEnding: 'サーバーを終了しています。少し待ってから再度お試しください。',
  SessionBusy: 'この会話には処理待ちのメッセージが多すぎます。しばらく待ってから再度お試しください。',
  SetChanged: '承認依頼の集まりが、表示されていた内容と異なります。もう一度確認してください。',
  StoreUnavailable: 'データを読み書きできませんでした。もう一度お試しください。',
  TemplateInUse: 'このテンプレートから開始した案件があります。先に案件を削除してください。',
  Timeout: '時間内に回答が得られませんでした。もう一度お試しください。',
  TooLate: 'この判断はすでに確定しているため、取り消せません。',
  TooManyConnections: '接続数の上限に達しています。ほかの接続を閉じてから再度お試しください。',
  TooManyStreams: 'イベント接続の上限に達しています。しばらく待ってから再度お試しください。',
  TurnChanged: '未判断の承認依頼が、表示されていた内容と異なります。もう一度確認してください。',
  Unauthenticated: 'サインインしてください。',
  UpgradeRequired: 'WebSocket で接続してください。',
  VersionConflict: 'ほかの人が先に変更しました。最新の内容を確認してください。',
};
