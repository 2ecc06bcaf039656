import {
  addTraceProcessor,
  Agent,
  createRunner,
  getOrCreateTrace,
  withCustomSpan,
  withTrace,
} from '../../src/index.ts';
import { judge } from '../../../engine/src/testing/judge.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

// Runs an agent within traces and prints which of them a processor of the program received. Usage: trace-and-print.ts [processor]
const seen: string[] = [];
if (process.argv[2] === 'processor') {
  addTraceProcessor({
    onTraceStart: async (trace) => void seen.push(trace.name),
    onTraceEnd: async () => {},
    onSpanStart: async () => {},
    onSpanEnd: async (span) => void seen.push(span.spanData.type),
    shutdown: async () => {},
    forceFlush: async () => {},
  });
}
const runner = createRunner({ safetyAgent: judge('allow'), store: 'memory' });
const agent = new Agent({ name: 'Clerk', model: scriptedModel([]) });
await withTrace('outer', () => runner.run(agent, 'Go.'));
await getOrCreateTrace(() => withCustomSpan(async () => undefined, { data: { name: 'inner' } }), {
  name: 'made',
});
process.stdout.write(JSON.stringify(seen));
