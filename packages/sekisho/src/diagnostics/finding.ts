/** A sentence in the two languages that people read here. */
export interface LocalizedText {
  readonly en: string;
  readonly ja: string;
}

/** One thing that was looked at: what is wrong with it, how that was found, and how to mend it. */
export interface Finding {
  readonly id: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly found: LocalizedText;
  /** How it was found, so that a person can look for themselves. */
  readonly how: string;
  readonly remedy?: LocalizedText | undefined;
}

/** A look at one thing. It never throws on purpose; what it throws becomes a finding. */
export type Check = () => Promise<readonly Finding[]> | readonly Finding[];
