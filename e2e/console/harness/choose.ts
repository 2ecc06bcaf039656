import type { Page } from 'playwright-core';

/** Chooses an option of a select by the visible texts. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  // The name of the button ends with the chosen option.
  await page
    .getByRole('button', { name: `${label}: ` })
    .first()
    .click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
}

/** Chooses an option of a setting in the menu of the account. */
export async function chooseSetting(page: Page, label: string, option: string): Promise<void> {
  // A request has a header with menus of its own.
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: label }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
  await page.getByRole('menu').first().waitFor({ state: 'detached' });
}
