import { once } from 'node:events';
import { SekishoError } from '../../../engine/src/errors/sekisho-error.ts';
import { clerk, PLAIN, runnerAt } from './crash-world.ts';

// Waits for the start signal, tries to continue one run many times concurrently, and prints the result of each attempt.
const [directory = '', runId = '', approvalId = '', token = '', attempts] = process.argv.slice(2);
const runner = runnerAt(directory, [clerk(directory, 'clerk', PLAIN)], { leaseMs: 60_000 });
await runner.getExecutionLogs();
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const outcomes = await Promise.all(Array.from({ length: Number(attempts) }, () => attempt()));
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
await runner.close();
process.stdin.destroy();

async function attempt(): Promise<string> {
  try {
    const { output_text: text } =
      token === ''
        ? await runner.approveAndResume(runId, approvalId, { decision: 'approve' })
        : await runner.resumeRun(runId, token);
    return text;
  } catch (error) {
    return error instanceof SekishoError ? error.code : String(error);
  }
}
