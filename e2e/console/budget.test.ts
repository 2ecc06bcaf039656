import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenPage } from './harness/open-console.ts';
import { fillServer, type FilledServer } from './harness/fill-server.ts';
import { addressOf, SCREENS } from './harness/screens.ts';
import { setUpConsole } from './harness/set-up-console.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const MAX_BYTES = 170_000;
const DIST = join(import.meta.dirname, '../../app/console/dist');
const chunks = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const sizeOf = (file: string) => gzipSync(readFileSync(join(DIST, file))).length;
const sizeOfAll = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

function filesOf(name: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = chunks[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
}

// The sign-in page is displayed without a session and is not a screen of the menu.
const SCREEN_FILE = /^src\/(?!access\/).+-screen\.tsx$/u;
const SCREEN_FILES = Object.keys(chunks).filter((name) => SCREEN_FILE.test(name));

describe('the download size of a screen', () => {
  it('is known for every screen', () => {
    expect(SCREEN_FILES).toHaveLength(21);
    expect(SCREEN_FILES.every((name) => filesOf(name).size > 1)).toBe(true);
  });

  it.each(SCREEN_FILES)('is at most 170 kB with gzip for %s', (screen) => {
    const files = new Set(['index.html', ...filesOf('index.html'), ...filesOf(screen)]);
    expect(sizeOfAll(files)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it.each(['react-flow__viewport', 'ZodError', '2099-'])(
    'does not contain %s, which is loaded later or never',
    (mark) => {
      const first = ['index.html', ...SCREEN_FILES].flatMap((name) => [...filesOf(name)]);
      const code = first.map((file) => readFileSync(join(DIST, file), 'utf8')).join('');
      expect(code).not.toContain(mark);
    },
  );

  it('includes the graph library only when a graph is opened', () => {
    const everything = Object.values(chunks).map(({ file }) => readFileSync(join(DIST, file), 'utf8'));
    expect(everything.join('')).toContain('react-flow__viewport');
  });

  it('contains only files of this server', () => {
    const page = readFileSync(join(DIST, 'index.html'), 'utf8');
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//u);
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/u);
    expect(page).not.toContain('<style');
  });
});

describe('the transfer size in Chromium when a screen is opened by its address', () => {
  const setup = setUpConsole();
  let filled: FilledServer;
  let opened: OpenPage;

  beforeAll(async () => {
    filled = await fillServer(setup.server);
    opened = await setup.open('/doctor');
  }, 120_000);

  afterAll(() => opened.close());

  it.each(SCREENS)('is at most 170 kB with gzip for %s', async (_name, path) => {
    const { page, settle } = opened;
    const fetched = new Set<string>();
    const note = (asked: Request) => {
      const file = new URL(asked.url()).pathname.slice(1);
      if (file !== '' && !file.startsWith('api/') && existsSync(join(DIST, file))) fetched.add(file);
    };
    page.on('request', note);
    await page.goto(addressOf(path, filled));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle();
    page.off('request', note);
    expect(fetched.size).toBeGreaterThan(5);
    expect(sizeOfAll(['index.html', ...fetched])).toBeLessThanOrEqual(MAX_BYTES);
  });
});
