import { openMailApplication } from './open-mail-application.ts';

/** A process of another application on the console's store, which waits for a decision as a worker or for one run. */
const [dataDir = '', how = 'worker'] = process.argv.slice(2);
const report = (event: object) =>
  void process.stdout.write(`${JSON.stringify({ at: Date.now(), ...event })}\n`);

const { runner, close } = openMailApplication(dataDir, process.env, (to) => report({ event: 'sent', to }));
if (how === 'worker') {
  const ended = Promise.withResolvers<void>();
  const worker = await runner.segments.work({ onOutcome: () => ended.resolve() });
  report({ event: 'working' });
  await ended.promise;
  await worker.stop();
} else {
  report({ event: 'working' });
  const { finalOutput } = await runner.resumeWhenDecided(how);
  report({ event: 'ended', finalOutput });
}
await close();
