import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { PEOPLE, type Person, type TestServer } from './start-server.ts';
import { watchRequests } from './watch-requests.ts';

/** The viewports of a desktop and of a phone. */
export const VIEWPORTS = {
  desktop: { width: 1360, height: 860 },
  phone: { width: 390, height: 844 },
} as const;

/** The options of a page: person, language, theme and device. */
export interface PageOptions {
  readonly language?: 'ja' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly phone?: boolean;
  readonly person?: Person;
  /** Opens the page with an empty cache, as on the first visit. */
  readonly fresh?: boolean;
}

/** A page of a signed-in person. It records the errors in the browser console. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Waits until the page has received all responses and rendered them. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A browser that opens the console for different people. */
export interface TestBrowser {
  readonly browser: Browser;
  readonly open: (server: TestServer, path: string, look?: PageOptions) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

// Contexts whose state cannot be reset.
const changed = new WeakSet<BrowserContext>();

/** Marks the context of a page as changed in a way that later pages would notice, so that it is not used again. */
export function doNotReuse(page: Page): void {
  changed.add(page.context());
}

/**
 * Starts Chromium. Each person signs in once for each server, because the server limits sign-ins. The context of a
 * closed page is used again for the next page with the same options: its storage is empty, but the scripts are compiled.
 */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  });
  const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
  const idle = new Map<string, BrowserContext[]>();
  const open = async (server: TestServer, path: string, look: PageOptions = {}): Promise<OpenPage> => {
    const { language = 'en', theme = 'light', phone = false, person = 'mika', fresh = false } = look;
    const key = [server.url, language, theme, phone, person].join(' ');
    const used = fresh ? undefined : idle.get(key)?.pop();
    const context =
      used ??
      (await browser.newContext({
        baseURL: server.url,
        locale: language === 'ja' ? 'ja-JP' : 'en-US',
        timezoneId: 'Asia/Tokyo',
        colorScheme: theme,
        viewport: VIEWPORTS[phone ? 'phone' : 'desktop'],
        hasTouch: phone,
        reducedMotion: 'reduce',
      }));
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    if (used) await empty(page, server.url);
    const cookies = signedIn.get(`${server.url} ${person}`) ?? (await signIn(context, person));
    signedIn.set(`${server.url} ${person}`, cookies);
    await context.addCookies(cookies);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const settle = watchRequests(page);
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const close = async () => {
      if (fresh || changed.has(context)) return context.close();
      await Promise.all(context.pages().map((each) => each.close()));
      idle.set(key, [...(idle.get(key) ?? []), context]);
      return undefined;
    };
    return { page, complaints, settle, close };
  };
  return { browser, open, close: () => browser.close() };
}

async function empty(page: Page, origin: string): Promise<void> {
  await page.context().clearPermissions();
  const storage = await page.context().newCDPSession(page);
  await storage.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,local_storage,indexeddb',
  });
  await storage.detach();
}

async function signIn(context: BrowserContext, person: Person) {
  const answer = await context.request.post('/api/session', {
    data: { token: PEOPLE[person] },
    // The server may close a kept-alive connection at the moment of its next use.
    headers: { connection: 'close' },
  });
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()}`);
  return context.cookies();
}
