import type { GateDecision } from '@sekisho/engine';

type Answer = () => GateDecision | Promise<GateDecision>;

/** A judge that allows the call. */
export const ALLOW: Answer = () => ({ decision: 'allow', risk_level: 1, reason: 'The test allows it.' });

/** A judge that requires an approval. */
export const NEEDS_HUMAN: Answer = () => ({
  decision: 'needs_human',
  risk_level: 3,
  reason: 'The test requires an approval.',
});

/** Judges that deny, fail or return an invalid response. */
export const JUDGES_THAT_REFUSE: readonly { readonly name: string; readonly answer: Answer }[] = [
  { name: 'denies', answer: () => ({ decision: 'deny', risk_level: 5, reason: 'The test denies it.' }) },
  {
    name: 'throws',
    answer: () => {
      throw new Error('The judge failed.');
    },
  },
  { name: 'rejects', answer: () => Promise.reject(new Error('The judge failed.')) },
  { name: 'returns nothing', answer: untypedResponse(undefined) },
  { name: 'returns prose', answer: untypedResponse('Looks fine to me.') },
  {
    name: 'returns an unknown decision',
    answer: untypedResponse({ decision: 'probably', risk_level: 1, reason: 'It looks fine.' }),
  },
  { name: 'omits the risk', answer: untypedResponse({ decision: 'allow', reason: 'It looks fine.' }) },
  { name: 'does not respond in time', answer: () => new Promise(() => {}) },
];

/** Returns a response that violates the type, as judges written without types can. */
function untypedResponse(value: unknown): Answer {
  return () => Reflect.get(Object({ value }), 'value');
}
