import type { ErrorCode } from './error-code.ts';

/** The languages of error descriptions. */
export type Language = 'en' | 'ja';

/** Returns a full sentence for a person: what happened and what to do next. */
export function describeError(code: ErrorCode, language: Language): string {
  return SENTENCES[code][language];
}

const SENTENCES: Readonly<Record<ErrorCode, Readonly<Record<Language, string>>>> = {
  invalid_argument: {
    en: 'An argument of this call is not valid. No request was sent. Correct the argument and call again.',
    ja: 'この呼び出しの引数が正しくありません。何も送信していません。引数を直して再度実行してください。',
  },
  authentication: {
    en: 'OpenAI did not accept the API key. Check the key and the organization it belongs to.',
    ja: 'OpenAI が API キーを受け付けませんでした。キーと所属する組織を確認してください。',
  },
  permission_denied: {
    en: 'The API key may not do this. Ask the project owner for access or use another key.',
    ja: 'この API キーには権限がありません。プロジェクトの管理者に依頼するか、別のキーを使ってください。',
  },
  model_not_found: {
    en: 'The model does not exist or this key cannot use it. Choose another model.',
    ja: 'モデルが存在しないか、このキーでは利用できません。別のモデルを選んでください。',
  },
  invalid_request: {
    en: 'OpenAI rejected the request as malformed. Check the parameters of this call.',
    ja: 'OpenAI がリクエストを不正として拒否しました。パラメーターを確認してください。',
  },
  unsupported_parameter: {
    en: 'The model does not support one of the parameters. Remove it or choose another model.',
    ja: 'モデルが対応していないパラメーターがあります。外すか、別のモデルを選んでください。',
  },
  context_length_exceeded: {
    en: 'The conversation exceeds the context window of the model. Shorten it or start a new one.',
    ja: '会話がモデルの上限を超えました。短くするか、新しい会話を始めてください。',
  },
  content_policy: {
    en: "OpenAI's usage policy stopped this request. Rephrase it.",
    ja: 'OpenAI の利用ポリシーにより停止されました。表現を変えてください。',
  },
  invalid_response_id: {
    en: 'This is not a valid previous response id. Copy the id of an earlier response exactly, or omit it.',
    ja: '前の応答 ID の形式が正しくありません。以前の回答の ID をそのまま指定するか、省略してください。',
  },
  previous_response_not_found: {
    en: 'The previous response was not found: it expired, was deleted, or belongs to another project or key. Start a new conversation.',
    ja: '前の応答が見つかりません。期限切れ、削除済み、または別のプロジェクトやキーのものです。新しい会話を始めてください。',
  },
  previous_response_unusable: {
    en: 'This organization stores no data at OpenAI (Zero Data Retention), so OpenAI cannot continue a previous response. Start a new conversation with continuity "local".',
    ja: 'この組織は OpenAI にデータを保存しない設定（Zero Data Retention）のため、OpenAI 側では前の応答を継続できません。continuity を "local" にして新しい会話を始めてください。',
  },
  foreign_conversation: {
    en: 'This conversation handle belongs to another user. Use your own handle, or start a new conversation.',
    ja: 'この会話ハンドルは別の利用者のものです。自分に発行されたものを使うか、新しい会話を始めてください。',
  },
  response_not_found: {
    en: 'OpenAI does not have this response. It expired or was deleted; if every call fails like this, check the base URL.',
    ja: 'その応答は存在しません。期限切れか削除済みです。毎回こうなる場合はベース URL を確認してください。',
  },
  conflict: {
    en: 'The response is in a state that does not allow this. Check its status and try again.',
    ja: '現在の状態ではこの操作はできません。状態を確認して再度実行してください。',
  },
  rate_limited: {
    en: 'OpenAI is limiting the request rate. Wait and try again.',
    ja: 'OpenAI のレート制限に達しました。少し待ってから再度実行してください。',
  },
  quota_exhausted: {
    en: 'The OpenAI quota is exhausted. Check plan and billing; a retry will not help.',
    ja: 'OpenAI の利用枠を使い切りました。プランと請求を確認してください。再試行しても解決しません。',
  },
  server_error: {
    en: 'OpenAI had an internal error. Try again later.',
    ja: 'OpenAI 側でエラーが発生しました。時間をおいて再度実行してください。',
  },
  connection_failed: {
    en: 'OpenAI could not be reached. Check the network, the proxy and the base URL.',
    ja: 'OpenAI に接続できません。ネットワーク、プロキシ、ベース URL を確認してください。',
  },
  timed_out: {
    en: 'The call did not finish before its deadline. Increase the deadline, lower the effort, or run it in the background.',
    ja: '制限時間内に終わりませんでした。制限時間を延ばすか、推論の強さを下げるか、バックグラウンドで実行してください。',
  },
  cancelled: {
    en: 'The call was cancelled. The partial answer is available.',
    ja: '呼び出しは取り消されました。それまでに届いた内容は残っています。',
  },
  stream_interrupted: {
    en: 'The connection was lost during the response. The partial answer is available; the request was not repeated, to avoid a second charge.',
    ja: '回答の途中で接続が切れました。届いた部分は残っています。二重課金を避けるため再送していません。',
  },
  upstream_shape: {
    en: 'The response of OpenAI could not be parsed. Check the base URL and any proxy.',
    ja: '応答の形式を読み取れませんでした。ベース URL と途中のプロキシを確認してください。',
  },
  upstream_error: {
    en: 'OpenAI reported an unknown error. See the request id.',
    ja: 'OpenAI が未知のエラーを返しました。リクエスト ID を確認してください。',
  },
};
