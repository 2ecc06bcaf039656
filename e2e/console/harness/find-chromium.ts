import { existsSync } from 'node:fs';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Returns the path of the browser. Chromium's headless shell has no windows of its own, so it needs less CPU time. */
export function findChromium(): string {
  return process.env['CHROMIUM'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
}
