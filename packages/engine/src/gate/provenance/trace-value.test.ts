import { describe, expect, it } from 'vitest';
import { RunHistory } from './run-history.ts';
import { traceValue } from './trace-value.ts';

function historyWith(text: string, output: unknown = []): RunHistory {
  const history = new RunHistory();
  history.addUserText(text);
  history.addToolResult({ toolId: 'list_cases', args: {}, output, trusted: false });
  return history;
}

describe('traceValue', () => {
  it.each([
    ['Lee, Ann', 'model'],
    ['lee ann', 'user'],
    ["o'neil j.", 'user'],
    ['jean-luc', 'user'],
    ['ann lee 2', 'model'],
    ['bob', 'model'],
  ])('knows whether the user named the recipient %j: %s', (name, origin) => {
    const history = historyWith("Write to Ann Lee, J. O'Neil and Jean-Luc.");
    expect(traceValue(history, name, 'recipient').origin).toBe(origin);
  });

  it.each(['c201', 'c-201', '#201', 'case_7', '20110'])(
    'takes the short code %s for an id that the server made',
    (code) => {
      const history = historyWith('What is new?', [{ case: code, from: 'Bob', body: 'Hello' }]);
      expect(traceValue(history, code, 'target')).toEqual({ origin: 'field', tool: 'list_cases' });
    },
  );

  it.each(['refund-now', 'payments7', 'c201x', '123456789'])(
    'takes %s for a value that the sender chose',
    (text) => {
      const history = historyWith('What is new?', [{ case: text, from: 'Bob', body: 'Hello' }]);
      expect(traceValue(history, text, 'target')).toMatchObject({ origin: 'field', isChosenBySender: true });
    },
  );
});
