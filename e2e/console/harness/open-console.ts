import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { PEOPLE, type Person, type TestServer } from './start-server.ts';
import { watchRequests } from './watch-requests.ts';

/** The room that a page has at a desk and on a phone. */
export const VIEWPORTS = { desk: { width: 1360, height: 860 }, phone: { width: 390, height: 844 } } as const;

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
  /** Waits until the page has every answer it asked for and has drawn it. */
  readonly settle: () => Promise<void>;
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
  const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
  const open = async (server: TestServer, path: string, look: Look = {}): Promise<OpenPage> => {
    const { language = 'en', theme = 'light', phone = false, person = 'mika' } = look;
    const context = await browser.newContext({
      baseURL: server.url,
      locale: language === 'ja' ? 'ja-JP' : 'en-US',
      timezoneId: 'Asia/Tokyo',
      colorScheme: theme,
      viewport: VIEWPORTS[phone ? 'phone' : 'desk'],
      hasTouch: phone,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(20_000);
    const key = `${server.url} ${person}`;
    const cookies = signedIn.get(key) ?? (await signIn(context, person));
    signedIn.set(key, cookies);
    await context.addCookies(cookies);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const settle = watchRequests(page);
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, complaints, settle, close: () => context.close() };
  };
  return { browser, open, close: () => browser.close() };
}

async function signIn(context: BrowserContext, person: Person) {
  const answer = await context.request.post('/api/session', {
    data: { token: PEOPLE[person] },
    // A connection that is kept may be closed by the server in the moment in which it is used again.
    headers: { connection: 'close' },
  });
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()}`);
  return context.cookies();
}
