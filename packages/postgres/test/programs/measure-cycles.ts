import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import {
  Agent,
  createRunner,
  RuleSafetyAgent,
  tool,
  type AgentRunner,
  type AgentRunnerOptions,
} from 'sekisho';
import { assistantText, scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { postgresStore } from '../../src/index.ts';
import { startPostgres } from '../../src/testing/start-postgres.ts';

/**
 * Suspends, approves and resumes runs on each store, one at a time and 32 at once, and prints cycles a second, CPU time of
 * this process and of the server for each cycle, and transactions for each cycle.
 * Usage: node --conditions=@sekisho/source measure-cycles.ts [cycles]
 */
const cycles = Number(process.argv[2] ?? 300);
const server = await startPostgres();
const pool = new Pool({ connectionString: server.url, max: 4 });
const folder = mkdtempSync(join(tmpdir(), 'sekisho-cycles-'));
const clerk = makeClerk();
const stores = {
  memory: 'memory',
  sqlite: { directory: folder },
  postgres: postgresStore(pool),
} as const satisfies Record<string, AgentRunnerOptions['store']>;

console.log('store     at once  cycles/s  app CPU ms  server CPU ms  transactions');
for (const concurrency of [1, 32]) {
  for (const [name, store] of Object.entries(stores)) {
    const runner = createRunner({
      agents: [clerk],
      safetyAgent: new RuleSafetyAgent(),
      secret: new Uint8Array(32).fill(7),
      store,
    });
    await work(runner, concurrency, concurrency);
    const transactions = await commits();
    const cpu = process.cpuUsage();
    const serverCpu = serverTime();
    const start = performance.now();
    await work(runner, cycles, concurrency);
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const columns = [
      name.padEnd(8),
      String(concurrency).padStart(8),
      (cycles / seconds).toFixed(0).padStart(9),
      ((user + system) / 1_000 / cycles).toFixed(2).padStart(11),
      ((serverTime() - serverCpu) / cycles).toFixed(2).padStart(14),
      (((await commits()) - transactions) / cycles).toFixed(2).padStart(13),
    ];
    console.log(columns.join(' '));
  }
}
await pool.end();
await server.stop();
rmSync(folder, { recursive: true });

async function work(runner: AgentRunner, count: number, concurrency: number): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await cycle(runner);
      }
    }),
  );
}

async function cycle(runner: AgentRunner): Promise<void> {
  const waiting = await runner.run(clerk, 'Send it.');
  const [approval] = await runner.getPendingApprovals(waiting.run_id);
  if (approval === undefined) throw new Error('The run was not suspended.');
  const token = await runner.submitApproval(approval.approval_id, 'approve');
  const result = await runner.resumeRun(token.run_id, token.token);
  if (result.finalOutput !== 'Sent.') throw new Error(`The run ended with ${String(result.finalOutput)}.`);
}

function makeClerk(): Agent {
  const send = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    needsApproval: true,
    execute: async () => 'sent',
  });
  // All runs share the model, so it derives its response from the history and not from the number of calls.
  const step: ScriptedStep = ({ input }) =>
    JSON.stringify(input).includes('function_call_result')
      ? [assistantText('Sent.')]
      : [scriptedCall('c1', 'send_mail', {})];
  const model = scriptedModel(Array.from({ length: 100_000 }, () => step));
  return new Agent({ name: 'clerk', model, tools: [send] });
}

async function commits(): Promise<number> {
  const exists = await pool.query(`select 1 from pg_tables where tablename = 'writers'`);
  if (exists.rowCount === 0) return 0;
  const { rows } = await pool.query<{ sum: string | null }>('select sum(last_group) from sekisho.writers');
  return Number(rows[0]?.sum ?? 0);
}

/** The CPU time of the server so far, in milliseconds; 0 without /proc. */
function serverTime(): number {
  try {
    const postmaster = readdirSync('/proc').find((pid) => isPostmaster(pid));
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const pids = [postmaster ?? '', ...children.split(' ').filter(Boolean)];
    // Fields 14 to 17: own time and that of children that have ended, in hundredths of a second.
    const ticks = pids.flatMap(
      (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [],
    );
    return ticks.reduce((sum, tick) => sum + Number(tick) * 10, 0);
  } catch {
    return 0;
  }
}

function isPostmaster(pid: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  const folderOfServer = decodeURIComponent(server.url.split('host=')[1] ?? 'nowhere');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(folderOfServer, 'data'));
  } catch {
    return false;
  }
}
