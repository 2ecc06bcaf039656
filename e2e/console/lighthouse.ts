import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { setup } from './harness/build-console.ts';
import { serverClient } from './harness/server-client.ts';
import { PEOPLE, startServer } from './harness/start-server.ts';

const LEAST = 95;
const SCREENS = ['/inbox', '/runs', '/audit'];
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

setup();
const server = await startServer();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
try {
  await serverClient(server).ask('payments-poisoned');
  const cookie = await signIn();
  for (const path of SCREENS) {
    const result = await lighthouse(`${server.url}${path}`, {
      port,
      output: 'json',
      logLevel: 'error',
      formFactor: 'desktop',
      screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
      throttling: {
        rttMs: 40,
        throughputKbps: 10_240,
        cpuSlowdownMultiplier: 1,
        requestLatencyMs: 0,
        downloadThroughputKbps: 0,
        uploadThroughputKbps: 0,
      },
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      extraHeaders: { Cookie: cookie },
    });
    const scores = Object.entries(result?.lhr.categories ?? {}).map(
      ([name, { score }]) => [name, Math.round((score ?? 0) * 100)] as const,
    );
    const measured = METRICS.map((name) => `${name} ${result?.lhr.audits[name]?.displayValue ?? '?'}`);
    process.stdout.write(
      `${path} ${scores.map(([name, score]) => `${name} ${score}`).join(', ')}; ${measured.join(', ')}\n`,
    );
    if (scores.length === 0 || scores.some(([, score]) => score < LEAST)) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.dispose();
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
