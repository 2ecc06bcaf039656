type BothLanguages = { readonly en: string; readonly ja: string };

/** A task for a demo agent, with what happens in it and what the gate is expected to do. */
export type Scenario = {
  readonly id: string;
  readonly agent: string;
  readonly topic: 'mail' | 'files' | 'payments';
  readonly kind: 'benign' | 'poisoned';
  readonly title: BothLanguages;
  readonly story: BothLanguages;
  readonly task: BothLanguages;
  readonly expect: BothLanguages;
};
