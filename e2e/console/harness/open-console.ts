import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { PEOPLE, type Person, type TestServer } from './start-server.ts';

/** How a person looks at the console. */
export interface Look {
  readonly language?: 'ja' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly phone?: boolean;
  readonly person?: Person;
}

/** A page of a signed-in person. What the browser complained about is kept. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** A browser that opens the console for people. */
export interface TestBrowser {
  readonly browser: Browser;
  readonly open: (server: TestServer, path: string, look?: Look) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/** Starts Chromium. Each person signs in once for each server; the server limits sign-ins. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();
  const open = async (server: TestServer, path: string, look: Look = {}): Promise<OpenPage> => {
    const { language = 'en', theme = 'light', phone = false, person = 'mika' } = look;
    const key = `${server.url} ${person}`;
    const state = signedIn.get(key);
    const context = await browser.newContext({
      baseURL: server.url,
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
      timezoneId: 'Asia/Tokyo',
      colorScheme: theme,
      viewport: phone ? { width: 390, height: 844 } : { width: 1360, height: 860 },
      hasTouch: phone,
      reducedMotion: 'reduce',
      ...(state === undefined ? {} : { storageState: state }),
    });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    if (state === undefined) {
      await page.goto(`/login#${PEOPLE[person]}`);
      await page.waitForURL('**/inbox');
      signedIn.set(key, await context.storageState());
    }
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, complaints, close: () => context.close() };
  };
  return { browser, open, close: () => browser.close() };
}
