import { expect, it } from 'vitest';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { LanguageModel } from './language-model.ts';
import { ModelReviewer } from './model-reviewer.ts';

const request = {
  tool_name: 'keep',
  tool_kind: 'function',
  args: { to: 'ann' },
  user_intent: 'Keep it.',
  call_id: 'c1',
  tool: { id: 'keep', kind: 'function', name: 'keep', definition_digest: 'd' },
} as const;
const decision: GateDecision = {
  decision: 'needs_human',
  risk_level: 2,
  reason: 'It is unclear.',
  effect: 'write',
};
const plan = undefined;
const { signal } = new AbortController();
const sources = [{ path: 'to', role: 'recipient', value: 'ann', origin: 'prose (read_mail)' }];

it('shows the model where the values come from, and masks secrets in its reason', async () => {
  const { inputs, reviewer } = recordingReviewer('It fits, password=hunter22.');
  const review = await reviewer.review({ request, decision: { ...decision, sources }, plan }, signal);
  await reviewer.review({ request, decision, plan }, signal);
  expect(review).toEqual({ decision: 'allow', reason: 'It fits, password=[masked]' });
  expect(inputs).toMatchObject([
    { origins: sources, plan: { fit: 'none' }, question: 'It is unclear.' },
    { origins: [] },
  ]);
});

it.each([
  ['a secret', { to: 'ann', password: 'hunter22' }],
  ['a text that is too long to show', { to: 'ann', text: 'a'.repeat(20_001) }],
  ['more items than are shown', { to: Array.from({ length: 501 }, (_, index) => `person ${index}`) }],
])('leaves a call with %s to a person without showing it to the model', async (_value, args) => {
  const { inputs, reviewer } = recordingReviewer('It fits.');
  const review = await reviewer.review({ request: { ...request, args }, decision, plan }, signal);
  expect(review).toEqual({ decision: 'ask', reason: 'Its values cannot be shown completely.' });
  expect(inputs).toEqual([]);
});

it('shows the model the end of a long text of the user, and keeps a long reason short', async () => {
  const { inputs, reviewer } = recordingReviewer('It fits. '.repeat(100));
  const long = { ...request, user_intent: `${'old '.repeat(6_000)}Keep it.` };
  const review = await reviewer.review({ request: long, decision, plan }, signal);
  expect(inputs).toMatchObject([{ user_words: long.user_intent.slice(-20_000) }]);
  expect(review.reason).toBe('It fits. '.repeat(100).slice(0, 500));
});

function recordingReviewer(reason: string) {
  const inputs: unknown[] = [];
  const model: LanguageModel = {
    answer: async ({ input }) => {
      inputs.push(JSON.parse(input));
      return { decision: 'allow', reason };
    },
  };
  return { inputs, reviewer: new ModelReviewer({ model, rubric: 'Be careful.' }) };
}
