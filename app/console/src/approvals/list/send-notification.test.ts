import { describe, expect, it } from 'vitest';
import { sendNotification } from './send-notification.ts';

describe('sendNotification', () => {
  it('shows title and text', () => {
    const shown: unknown[] = [];
    sendNotification('A question', { body: 'send_mail' }, (...given) => shown.push(given));
    expect(shown).toEqual([['A question', { body: 'send_mail' }]]);
  });

  it('does nothing on a phone, where a page may not show one', () => {
    const refuse = () => {
      throw new TypeError('Illegal constructor');
    };
    expect(() => sendNotification('A question', {}, refuse)).not.toThrow();
  });
});
