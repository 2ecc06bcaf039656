/** The messages of the plugin to a user. */
export type Wording = {
  /** Replaces reasoning that the model did not send. */
  fallbackThought(toolNames: readonly string[]): string;
  /** Shown when the model returned no displayable text twice. */
  readonly emptyAnswer: string;
  /** Shown when the model could not be reached; the run's log contains the reason. */
  readonly modelFailed: string;
};

const ENGLISH: Wording = {
  fallbackThought: (names) => `Using ${names.join(', ')} to continue.`,
  emptyAnswer:
    'The model returned no answer to this request. Please try again or rephrase the request; the log of this run shows the steps.',
  modelFailed:
    'The model could not complete this request. Please try again later; the log of this run shows the reason.',
};

const JAPANESE: Wording = {
  fallbackThought: (names) => `${names.join('、')} を使って作業を進めます。`,
  emptyAnswer:
    'モデルからこの依頼への回答が得られませんでした。もう一度お試しいただくか、言い方を変えてください。経過はこの実行のログで確認できます。',
  modelFailed:
    'モデルがこの依頼を完了できませんでした。しばらくしてからもう一度お試しください。理由はこの実行のログで確認できます。',
};

/** Dify does not send the language of the user, so the user's text decides: kana occur only in Japanese. */
export function chooseWording(sample: string): Wording {
  return /[\u3041-\u30ff]/.test(sample) ? JAPANESE : ENGLISH;
}
