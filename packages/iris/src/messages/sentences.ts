import type { Language } from '@sekisho/responses';

/** The fixed sentences of the server, in every language it speaks. */
export const sentences = {
  demo: {
    en: 'Demo: this answer comes from the built-in simulator, not from OpenAI. Set OPENAI_API_KEY and leave out --demo for real answers.',
    ja: 'デモ: この回答は OpenAI ではなく内蔵シミュレーターによるものです。実際の回答を得るには OPENAI_API_KEY を設定し、--demo を外してください。',
  },
  sources: { en: 'Sources:', ja: '出典:' },
  codeOutput: { en: 'Output of the code:', ja: 'コードの出力:' },
  note: { en: 'Note:', ja: '注:' },
  partial: { en: 'What had arrived until then:', ja: 'それまでに届いた内容:' },
  running: {
    en: 'The answer is not ready yet. Call iris_result with this response id to fetch it, or iris_cancel to stop it.',
    ja: '回答はまだ完成していません。この応答 ID で iris_result を呼ぶと取得でき、iris_cancel で中止できます。',
  },
  cancelled: { en: 'The response was cancelled.', ja: '応答は取り消されました。' },
  alreadyOver: {
    en: 'The response had already ended; there was nothing to cancel.',
    ja: '応答はすでに終了しており、取り消すものはありませんでした。',
  },
  cutShort: {
    en: 'The answer is incomplete: it reached a limit. Raise maxOutputTokens or maxCostUsd, or ask it to go on.',
    ja: '上限に達したため回答は途中までです。maxOutputTokens か maxCostUsd を上げるか、続きを依頼してください。',
  },
  filtered: {
    en: "OpenAI's content filter stopped the answer. Ask in other words.",
    ja: 'OpenAI のコンテンツフィルターにより回答が停止されました。表現を変えてください。',
  },
  tooLong: {
    en: 'The answer was longer than this server passes on; the end was cut off.',
    ja: '回答がこのサーバーの上限を超えたため、末尾を省略しました。',
  },
  startOver: {
    en: 'The earlier conversation is not there any more. Ask the same question in a new conversation?',
    ja: '以前の会話はもう残っていません。同じ質問を新しい会話で行いますか?',
  },
  startOverField: { en: 'Start a new conversation', ja: '新しい会話を始める' },
  startedOver: {
    en: 'The earlier conversation was gone; this answer begins a new one.',
    ja: '以前の会話が見つからないため、新しい会話として回答しました。',
  },
  replayed: {
    en: 'OpenAI no longer had the earlier turns; they were sent again from the local transcript.',
    ja: 'OpenAI 側に以前のやり取りが残っていないため、ローカルの記録から再送しました。',
  },
  noRetention: {
    en: 'This organization keeps no data at OpenAI (Zero Data Retention); the earlier turns were sent again from the local transcript. Set continuity to "local" to skip the request that OpenAI refuses first.',
    ja: 'この組織は OpenAI にデータを保存しない設定（Zero Data Retention）のため、以前のやり取りをローカルの記録から再送しました。continuity を "local" にすると、最初に拒否されるリクエストを省けます。',
  },
  emptyAnswer: {
    en: 'The model returned no text. Ask again, or ask in other words.',
    ja: 'モデルはテキストを返しませんでした。もう一度質問するか、表現を変えてください。',
  },
  notKept: {
    en: 'This turn could not be written down here, so it can be continued only as long as OpenAI remembers it. Look at the state folder and its disk.',
    ja: 'この応答を手元に記録できませんでした。継続できるのは OpenAI が保持している間だけです。状態フォルダーとディスクを確認してください。',
  },
  missingKey: {
    en: 'OPENAI_API_KEY is not set. Either set it to use OpenAI, or start with --demo to try iris on the built-in simulator without a key.',
    ja: 'OPENAI_API_KEY が設定されていません。OpenAI を使うにはこの変数を設定してください。キーなしで試すには --demo を付けて起動してください。',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
