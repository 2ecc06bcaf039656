type LocalizedText = { readonly en: string; readonly ja: string };

/** A task for a demo agent, with what happens in it and what the gate is expected to do. */
export type Scenario = {
  readonly id: string;
  readonly agent: string;
  readonly topic: 'mail' | 'files' | 'payments';
  readonly kind: 'benign' | 'poisoned';
  readonly title: LocalizedText;
  readonly story: LocalizedText;
  readonly task: LocalizedText;
  readonly expect: LocalizedText;
};
