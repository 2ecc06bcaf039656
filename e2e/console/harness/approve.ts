import type { Page } from 'playwright-core';
import { translateInbox } from './translate-screens.ts';

/** Approves the open request. A call of risk 4 needs a second press. */
export async function approve(page: Page, language: 'ja' | 'en'): Promise<void> {
  const t = translateInbox(language);
  await page.getByRole('button', { name: t('decide.approve'), exact: true }).click();
  const again = page.getByRole('button', { name: t('decide.approveArmed'), exact: true });
  await again
    .or(page.getByRole('button', { name: t('held.undo') }))
    .first()
    .waitFor();
  if ((await again.count()) > 0) await again.click();
}
