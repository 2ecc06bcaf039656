import { expect, it } from 'vitest';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { LanguageModel } from './language-model.ts';
import { ModelReviewer } from './model-reviewer.ts';

const request = {
  tool_name: 'keep',
  tool_kind: 'function',
  args: { to: 'ann', password: 'hunter22' },
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
const sources = [{ path: 'to', role: 'recipient', value: 'ann', origin: 'prose (read_mail)' }];

it('shows the model where the values come from, without secrets', async () => {
  const inputs: unknown[] = [];
  const model: LanguageModel = {
    answer: async ({ input }) => {
      inputs.push(JSON.parse(input));
      return { decision: 'allow', reason: 'It fits, password=hunter22.' };
    },
  };
  const reviewer = new ModelReviewer({ model, rubric: 'Be careful.' });
  const { signal } = new AbortController();
  const plan = undefined;
  const review = await reviewer.review({ request, decision: { ...decision, sources }, plan }, signal);
  await reviewer.review({ request, decision, plan }, signal);
  expect(review).toEqual({ decision: 'allow', reason: 'It fits, password=[masked]' });
  expect(inputs).toMatchObject([
    { origins: sources, plan: { fit: 'none' }, question: 'It is unclear.' },
    { origins: [] },
  ]);
  expect(JSON.stringify(inputs)).not.toContain('hunter22');
});
