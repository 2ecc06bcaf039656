/** The sentences that the plugin itself says to a user. */
export type Wording = {
  /** Stands for a thought that the model did not voice. */
  fallbackThought(toolNames: readonly string[]): string;
  /** The model was asked twice and said nothing that can be shown. */
  readonly emptyAnswer: string;
  /** The model could not be reached; why is in the run's log. */
  readonly modelFailed: string;
};

const ENGLISH: Wording = {
  fallbackThought: (names) => `Using ${names.join(', ')} to go on.`,
  emptyAnswer:
    'The model gave no answer to this request. Please ask again or word it differently; the log of this run shows the steps.',
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

/** Dify does not tell the language of the user, so the user's own words decide: kana are Japanese only. */
export function chooseWording(sample: string): Wording {
  return /[\u3041-\u30ff]/.test(sample) ? JAPANESE : ENGLISH;
}
