import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from 'sekisho';
import { openShop } from './shop-agents.ts';

/**
 * A server that decides pending requests: every request is decided (another server may be faster), three callers compete for every
 * token, and a call with an unknown outcome is reported as done. It prints a line for each decision and each used token.
 */
const { runner } = openShop(process.env);
// A killed process cannot clean up at its end.
flushCompileCache();
const print = (line: string) => process.stdout.write(`${line}\n`);
// A server that outlives its test would run forever.
const end = Date.now() + 15 * 60_000;

async function won<T>(attempt: Promise<T>): Promise<T | undefined> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof SekishoError) return undefined;
    throw error;
  }
}

while (Date.now() < end) {
  // The server continues when the database restarts.
  const pending = await runner.getPendingApprovals().catch(() => []);
  for (const { approval_id: id, kind } of pending) {
    try {
      const decided = await won(
        kind === 'outcome' ? runner.resolveOutcome(id, 'done') : runner.submitApproval(id, 'approve'),
      );
      if (!decided) continue;
      print(`${kind} ${id}`);
      const tries = [1, 2, 3].map(() => won(runner.segments.resume(decided.token)));
      const wins = (await Promise.all(tries)).filter((segment) => segment !== undefined);
      for (const _segment of wins) print(`win ${id}`);
    } catch {
      await sleep(100);
    }
  }
  await sleep(100);
}
