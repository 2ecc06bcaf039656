import { createInterface } from 'node:readline';
import { clerk, PLAIN, runnerAt } from './crash-world.ts';

// Runs one agent, resumes it with each given token, and crashes right before the given commit.
const [directory = '', at] = process.argv.slice(2);
let commits = 0;
const agent = clerk(directory, 'clerk', PLAIN);
const runner = runnerAt(directory, [agent], {
  leaseMs: 1,
  atCommit: (moment) => {
    if (moment === 'before') commits += 1;
    if (commits === Number(at)) process.kill(process.pid, 'SIGKILL');
  },
});
const { run_id: runId } = await runner.run(agent, 'Do your work.');
process.stdout.write(`${runId}\n`);
for await (const token of createInterface({ input: process.stdin })) await runner.resumeRun(runId, token);
