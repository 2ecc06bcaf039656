import type { Language } from '@sekisho/responses';

/** The fixed messages of the server, in every supported language. */
export const sentences = {
  demo: {
    en: 'Demo: this answer comes from the built-in simulator, not from OpenAI. Set OPENAI_API_KEY and leave out --demo for real answers.',
    ja: 'デモ: この回答は OpenAI ではなく内蔵シミュレーターによるものです。実際の回答を得るには OPENAI_API_KEY を設定し、--demo を外してください。',
  },
  sources: { en: 'Sources:', ja: '出典:' },
  codeOutput: { en: 'Output of the code:', ja: 'コードの出力:' },
  note: { en: 'Note:', ja: '注:' },
  partial: { en: 'Received before the failure:', ja: '失敗する前に受信した内容:' },
  running: {
    en: 'The answer is not ready yet. Call iris_result with this response id to fetch it, or iris_cancel to stop it.',
    ja: '回答はまだ完成していません。この応答 ID で iris_result を呼ぶと取得でき、iris_cancel で中止できます。',
  },
  cancelled: { en: 'The response was cancelled.', ja: '応答は取り消されました。' },
  alreadyEnded: {
    en: 'The response had already ended; there was nothing to cancel.',
    ja: '応答はすでに終了しており、取り消すものはありませんでした。',
  },
  truncated: {
    en: 'The answer is incomplete: it reached a limit. Raise maxOutputTokens or maxCostUsd, or ask the model to continue.',
    ja: '上限に達したため回答は途中までです。maxOutputTokens か maxCostUsd を上げるか、続きを依頼してください。',
  },
  filtered: {
    en: "OpenAI's content filter stopped the answer. Rephrase the input.",
    ja: 'OpenAI のコンテンツフィルターにより回答が停止されました。表現を変えてください。',
  },
  tooLong: {
    en: 'The answer exceeded the limit of this server and was truncated.',
    ja: '回答がこのサーバーの上限を超えたため、末尾を省略しました。',
  },
  startOver: {
    en: 'The earlier conversation no longer exists. Send the same input in a new conversation?',
    ja: '以前の会話は存在しません。同じ内容を新しい会話で送信しますか?',
  },
  startOverField: { en: 'Start a new conversation', ja: '新しい会話を始める' },
  startedOver: {
    en: 'The earlier conversation no longer exists; this answer starts a new one.',
    ja: '以前の会話が存在しないため、新しい会話として回答しました。',
  },
  replayed: {
    en: 'OpenAI no longer stores the earlier turns; they were sent again from the local transcript.',
    ja: 'OpenAI 側に以前のやり取りが残っていないため、ローカルの記録から再送しました。',
  },
  noRetention: {
    en: 'This organization stores no data at OpenAI (Zero Data Retention); the earlier turns were sent again from the local transcript. Set continuity to "local" to skip the request that OpenAI rejects first.',
    ja: 'この組織は OpenAI にデータを保存しない設定（Zero Data Retention）のため、以前のやり取りをローカルの記録から再送しました。continuity を "local" にすると、最初に拒否されるリクエストを省けます。',
  },
  emptyAnswer: {
    en: 'The model returned no text. Send the input again, or rephrase it.',
    ja: 'モデルはテキストを返しませんでした。もう一度送信するか、表現を変えてください。',
  },
  notStored: {
    en: 'This turn could not be stored locally, so it can be continued only while OpenAI stores it. Check the state folder and its disk.',
    ja: 'この応答をローカルに保存できませんでした。継続できるのは OpenAI が保持している間だけです。状態フォルダーとディスクを確認してください。',
  },
  missingKey: {
    en: 'OPENAI_API_KEY is not set. Set it to use OpenAI, or start with --demo to use the built-in simulator without a key.',
    ja: 'OPENAI_API_KEY が設定されていません。OpenAI を使うにはこの変数を設定してください。キーなしで試すには --demo を付けて起動してください。',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
