import type { Page } from 'playwright-core';
import { translateInbox } from './translate-screens.ts';

/** Sends the pending decision immediately. On a slow machine it may have been sent already. */
export async function sendNow(page: Page, language: 'ja' | 'en'): Promise<void> {
  await page
    .getByRole('button', { name: translateInbox(language)('held.now') })
    .click({ timeout: 6000 })
    .catch(() => undefined);
}
