import { expect, it } from 'vitest';
import { editedDestination } from './edited-destination.ts';

it('takes the destination of edited arguments from the arguments that were a destination before', () => {
  const args = { to: ['ann@x.example', 'ben@x.example'], copies: 2, note: 'eve@x.example' };
  expect(editedDestination(['to', 'copies'], args)).toBe('["ann@x.example","ben@x.example","2"]');
  expect(editedDestination(['folder'], args)).toBeUndefined();
});
