import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError, type Engine, type Run } from '@sekisho/engine';
import { digestOf } from '@sekisho/engine/integration';

/** The run of a session and the function that marks it as free. */
export interface SessionRun {
  readonly run: Run;
  readonly release: () => void;
}

const MAX_SESSIONS = 100;
const RETRY_MS = 250;
/** How much longer than its lease a session of a dead process may stay locked, on a busy machine. */
const GRACE_MS = 60_000;

/**
 * Opens the run of a session: the run that the last process with this name used, so that its open requests and what it has
 * read are still known. If another live process uses it, or if it has ended, the next number is tried. After a crash, the lease
 * of the dead process has to end first.
 */
export async function openSessionRun(
  engine: Engine,
  options: {
    readonly name: string;
    readonly agent: string;
    readonly profile: string;
    readonly facts: unknown;
    readonly directory: string;
    readonly leaseMs: number;
    readonly signal: AbortSignal;
  },
): Promise<SessionRun> {
  const { name, agent, profile, facts, directory, leaseMs, signal } = options;
  const folder = join(directory, 'proxy-sessions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; number <= MAX_SESSIONS; number += 1) {
    const key = `${name} ${number}`;
    const file = join(folder, `${digestOf(key).slice(0, 32)}.pid`);
    const deadline = performance.now() + leaseMs + GRACE_MS;
    for (;;) {
      signal.throwIfAborted();
      try {
        // Without facts in the configuration, those of an earlier process do not count any more.
        const run = await engine.openRun({ agent, key, policyProfile: profile, sessionData: facts ?? {} });
        writeFileSync(file, String(process.pid), { mode: 0o600 });
        return { run, release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-RUN-CONFLICT') throw error;
        if (!isDead(file) || performance.now() > deadline) break;
      }
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
  throw new SekishoError(
    'AGENTS-E-RUN-CONFLICT',
    `All ${MAX_SESSIONS} sessions with the name "${name}" are in use or have ended. Pass another name with --session.`,
  );
}

/** Returns whether the process that used a session has ended without releasing it. */
function isDead(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid === process.pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
