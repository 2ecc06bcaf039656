/** A text in both languages. */
export interface LocalizedText {
  readonly en: string;
  readonly ja: string;
}

/** One result of a check: the problem, how it was found, and the remedy. */
export interface Finding {
  readonly id: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly found: LocalizedText;
  /** How it was found, so that a person can verify it. */
  readonly how: string;
  readonly remedy?: LocalizedText | undefined;
}

/** A check. Errors that it throws become findings. */
export type Check = () => Promise<readonly Finding[]> | readonly Finding[];
