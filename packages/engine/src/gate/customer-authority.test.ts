import { describe, expect, it } from 'vitest';
import { CustomerAuthority } from './customer-authority.ts';
import { RunHistory } from './provenance/run-history.ts';

const ORDERS = [
  { order_id: 'ord-1001', total: 250, items: [{ item_id: 'itm-11', price: 40 }] },
  { order_id: 'ord-2002', total: 900, items: [{ item_id: 'itm-22', price: 600 }] },
];

function authority(): CustomerAuthority {
  const history = new RunHistory();
  history.addUserText('Refund 777 for ord-1001 to my account.');
  history.addSessionData({ customer: 'cus-5' });
  history.addInstructions('Refunds go to desk-9.');
  history.addToolResult({ toolId: 'get_orders', args: {}, output: ORDERS, trusted: true });
  history.addToolResult({ toolId: 'get_mail', args: {}, output: { code: 'mail-3' }, trusted: false });
  return new CustomerAuthority(history, 'spend');
}

describe('the authority of a value that a customer wrote', () => {
  it.each([
    ['session data of the host', 'cus-5', { origin: 'session' }],
    ['the instructions of the agent', 'desk-9', { origin: 'instructions' }],
    ['a field of a trusted tool', 'ord-1001', { origin: 'trusted', tool: 'get_orders' }],
  ] as const)('is %s', (_what, value, expected) => {
    const found = authority();
    expect(found.take(value, 'target', { origin: 'user' })).toEqual(expected);
    expect(found.isMissing).toBe(false);
  });

  it('is an approval', () => {
    const found = authority();
    const approved = { origin: 'approved', by: 'mika' } as const;
    expect(found.take('acc-1', 'account', approved)).toEqual(approved);
    expect(found.isMissing).toBe(false);
  });

  it.each([
    ['the text of the customer', 'acc-1', { origin: 'user' }, { origin: 'customer' }],
    [
      'a field of an untrusted tool',
      'mail-3',
      { origin: 'field', tool: 'get_mail' },
      { origin: 'field', tool: 'get_mail' },
    ],
    ['the model', 'acc-2', { origin: 'model' }, { origin: 'model' }],
  ] as const)('is not %s', (_what, value, traced, expected) => {
    const found = authority();
    expect(found.take(value, 'account', traced)).toEqual(expected);
    expect(found.isMissing).toBe(true);
  });

  it.each([
    ['of the order itself', 'ord-1001', 250, false],
    ['of an item inside of the order', 'ord-1001', 40, false],
    ['of the order that contains the item', 'itm-11', 250, false],
    ['of another order', 'ord-1001', 900, true],
    ['of an item of another order', 'ord-1001', 600, true],
    ['of an order that does not contain the item', 'itm-11', 900, true],
  ])('is mixed or not for an amount %s', (_what, target, amount, isMixed) => {
    const found = authority();
    found.take(target, 'target', { origin: 'user' });
    found.take(amount, 'amount', { origin: 'user' });
    expect([found.isMissing, found.isMixed]).toEqual([false, isMixed]);
  });
});
