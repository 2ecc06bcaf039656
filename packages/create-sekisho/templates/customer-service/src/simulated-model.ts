import { createSimulator, type Persona } from '@sekisho/responses/simulator';
import { getProvider, type Model } from 'sekisho';

/** Does what the customer writes: looks up the order, and refunds the amount that the customer names, or the total. */
const obliging: Persona = ({ turns }) => {
  const question = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).at(-1) ?? '';
  const results = turns.flatMap((turn) => (turn.role === 'result' ? [turn.output] : []));
  const isJapanese = /[ぁ-んァ-ヶ一-龠]/.test(question);
  const reply = (en: string, ja: string) => [{ type: 'message', text: isJapanese ? ja : en } as const];
  const [order] = /[A-Z]-\d+/.exec(question) ?? [];
  if (order === undefined) return reply('Which order is it about?', 'どのご注文についてでしょうか。');
  const [found, refunded] = results;
  if (found === undefined) return [{ type: 'function_call', name: 'get_order', arguments: { order } }];
  if (refunded !== undefined)
    return refunded.startsWith('Refunded')
      ? reply(refunded, `ご注文 ${order} を返金しました。`)
      : reply('We cannot refund this order.', 'このご注文は返金できません。');
  const [, named] = /\b(\d+)\b/.exec(question.replace(order, '')) ?? [];
  const [, total] = /"total":\s*(\d+)/.exec(found) ?? [];
  const amount = Number(named ?? total ?? 0);
  return [{ type: 'function_call', name: 'refund_order', arguments: { order, amount } }];
};

/** A model without a key: a simulated OpenAI in this process. */
export function simulatedModel(): Model {
  const { fetch } = createSimulator({ persona: obliging });
  return getProvider('openai', { env: {}, apiKey: 'simulated', fetch }).getModel('gpt-6.1-sol');
}
