import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { installOutside } from '../../scripts/install-outside.ts';
import { setup } from './harness/build-console.ts';
import { fillServer } from './harness/fill-server.ts';
import { addressOf, SCREENS } from './harness/screens.ts';
import { PEOPLE, startServer } from './harness/start-server.ts';

/** Measures every screen in both themes. Arguments select screens by name. */
const MIN_SCORE = 95;
const MAX_ATTEMPTS = 3;
const METRICS = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

const resultSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      scoreDisplayMode: z.string(),
      displayValue: z.string().optional(),
    }),
  ),
});

const chosen = process.argv.slice(2);
const cli = join(
  await installOutside('lighthouse', { lighthouse: '13.5.0' }),
  'node_modules/lighthouse/cli/index.js',
);
setup();
const server = await startServer();
try {
  const filled = await fillServer(server, 'en');
  const headers = join(server.dataDir, 'headers.json');
  writeFileSync(headers, JSON.stringify({ Cookie: await signIn() }));
  for (const theme of ['light', 'dark'] as const) {
    const port = await findFreePort();
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        `--remote-debugging-port=${port}`,
        `--blink-settings=preferredColorScheme=${theme === 'dark' ? 0 : 1}`,
      ],
    });
    for (const [name, path] of SCREENS) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const url = `${server.url}${addressOf(path, filled)}`;
      report(name, theme, await measureBest(url, port, headers));
    }
    await browser.close();
  }
} finally {
  await server.dispose();
}

/**
 * Measures again while a score is too low, because other load of the machine only lowers the scores, or when the trace of
 * the browser is incomplete.
 */
async function measureBest(url: string, port: number, headers: string) {
  let best: z.output<typeof resultSchema> | undefined;
  let failure: unknown;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      const next = await measure(url, port, headers);
      if (best === undefined || lowestOf(next) > lowestOf(best)) best = next;
      if (lowestOf(best) >= MIN_SCORE) return best;
    } catch (error) {
      failure = error;
    }
  }
  if (best === undefined) throw failure;
  return best;
}

function lowestOf({ categories }: z.output<typeof resultSchema>): number {
  return Math.min(...Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100)));
}

async function measure(url: string, port: number, headers: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      `--port=${port}`,
      '--preset=desktop',
      '--only-categories=performance,accessibility,best-practices',
      `--extra-headers=${headers}`,
      '--output=json',
      '--output-path=stdout',
      '--quiet',
    ],
    { maxBuffer: 64 * 1024 * 1024, timeout: 180_000 },
  );
  return resultSchema.parse(JSON.parse(stdout));
}

function report(name: string, theme: string, { categories, audits }: z.output<typeof resultSchema>): void {
  const scores = Object.entries(categories).map(
    ([category, { score }]) => [category, Math.round((score ?? 0) * 100)] as const,
  );
  const metrics = METRICS.map((metric) => `${metric} ${audits[metric]?.displayValue ?? '?'}`);
  const isLow = scores.length === 0 || scores.some(([, score]) => score < MIN_SCORE);
  const failed = Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    )
    .map(({ title }) => title);
  const line = scores.map(([category, score]) => `${category} ${score}`).join(', ');
  process.stdout.write(`${isLow ? 'LOW ' : ''}${name} ${theme}: ${line}; ${metrics.join(', ')}\n`);
  if (!isLow) return;
  process.stdout.write(`  ${failed.join('; ')}\n`);
  process.exitCode = 1;
}

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: PEOPLE.mika }),
  });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
