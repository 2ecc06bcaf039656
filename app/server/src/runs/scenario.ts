type LocalizedText = { readonly en: string; readonly ja: string };

/** A task for a demo agent, with its description and the expected decisions of the gate. */
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
