import type { GateDecision } from '../../contracts/gate-decision.ts';

type Answer = () => GateDecision | Promise<GateDecision>;

/** A judge that says yes. */
export const ALLOW: Answer = () => ({ decision: 'allow', risk_level: 1, reason: 'The test allows it.' });

/** A judge that wants a person to decide. */
export const NEEDS_HUMAN: Answer = () => ({
  decision: 'needs_human',
  risk_level: 3,
  reason: 'The test wants a person.',
});

/** Judges whose answer is no, or is no answer. */
export const JUDGES_THAT_REFUSE: readonly { readonly name: string; readonly answer: Answer }[] = [
  { name: 'says no', answer: () => ({ decision: 'deny', risk_level: 5, reason: 'The test denies it.' }) },
  {
    name: 'throws',
    answer: () => {
      throw new Error('The judge fell over.');
    },
  },
  { name: 'rejects', answer: () => Promise.reject(new Error('The judge fell over.')) },
  { name: 'is silent', answer: garbage(undefined) },
  { name: 'answers in prose', answer: garbage('Looks fine to me.') },
  {
    name: 'invents a verdict',
    answer: garbage({ decision: 'probably', risk_level: 1, reason: 'It looks fine.' }),
  },
  { name: 'leaves out the risk', answer: garbage({ decision: 'allow', reason: 'It looks fine.' }) },
  { name: 'does not answer in time', answer: () => new Promise(() => {}) },
];

/** An answer that the type does not allow, as judges written without types give it. */
function garbage(value: unknown): Answer {
  return () => Reflect.get(Object({ value }), 'value');
}
