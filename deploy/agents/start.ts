// Queues a run for the worker: node agents/start.ts "task"
import { pool, runner } from './agents.ts';

const { run_id: runId } = await runner.segments.start('janitor', process.argv[2] ?? 'Please tidy up.');
console.log(runId);
await runner.close();
await pool.end();
