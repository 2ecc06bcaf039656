import { ProxyTracer, trace, type Attributes, type Span, type SpanStatus } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addTraceProcessor,
  Agent,
  Runner,
  setTraceProcessors,
  setTracingDisabled,
  type TracingProcessor,
} from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

interface RecordedSpan {
  readonly name: string;
  attributes: Attributes;
  status?: SpanStatus;
  ended: boolean;
}

/** A tracer provider that stores its spans, like an SDK of the host. */
function recordSpans(): RecordedSpan[] {
  const spans: RecordedSpan[] = [];
  const startSpan = (name: string): Span => {
    const recorded: RecordedSpan = { name, attributes: {}, ended: false };
    spans.push(recorded);
    const span: Span = {
      spanContext: () => ({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
      setAttribute: () => span,
      setAttributes: (attributes) => {
        recorded.attributes = { ...recorded.attributes, ...attributes };
        return span;
      },
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus: (status) => {
        recorded.status = status;
        return span;
      },
      updateName: () => span,
      end: () => {
        recorded.ended = true;
      },
      isRecording: () => true,
      recordException: () => {},
    };
    return span;
  };
  const tracer = new ProxyTracer(
    { getDelegateTracer: () => ({ startSpan, startActiveSpan: unused }) },
    'test',
  );
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  return spans;
}

const unused = () => {
  throw new Error('not used');
};

const erase = [[functionCall('call_1', 'erase', { what: 'a' })]];

describe('OpenTelemetry spans', () => {
  let spans: RecordedSpan[] = [];
  beforeEach(() => {
    spans = recordSpans();
  });
  afterEach(() => trace.disable());

  const spanOf = (decision: string, runId: unknown) => ({
    name: 'execute_tool erase',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'erase',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.conversation.id': runId,
      'gen_ai.security.decision.type': decision,
    },
    ended: true,
  });

  it('record an executed call', async () => {
    const { run_id } = await runnerWithJudge('allow').run(new Effects().clerk(erase), 'Erase a.');
    expect(spans).toEqual([spanOf('run', run_id)]);
  });

  it('record a denied call, as an error', async () => {
    const effects = new Effects();
    await expect(runnerWithJudge('deny').run(effects.clerk(erase), 'Erase a.')).rejects.toThrow(
      'The test decided this.',
    );
    expect(effects.done).toEqual([]);
    expect(spans).toEqual([
      { ...spanOf('deny', expect.any(String)), status: { code: 2, message: 'denied' } },
    ]);
  });

  it('record a call that waits for approval, and again when it runs', async () => {
    const runner = runnerWithJudge('needs_human');
    const { run_id, interruptions } = await runner.run(new Effects().clerk(erase), 'Erase a.');
    expect(spans).toEqual([spanOf('ask', run_id)]);
    await runner.approveAndResume(run_id, interruptions[0]?.approval_id ?? '', { decision: 'approve' });
    expect(spans).toEqual([spanOf('ask', run_id), spanOf('run', run_id)]);
  });

  it('record a call that a person denied, without an error', async () => {
    const runner = runnerWithJudge('needs_human');
    const { run_id, interruptions } = await runner.run(new Effects().clerk(erase), 'Erase a.');
    await runner.approveAndResume(run_id, interruptions[0]?.approval_id ?? '', { decision: 'deny' });
    expect(spans).toEqual([spanOf('ask', run_id), spanOf('answer', run_id)]);
  });

  it('record a call with a failing approval function, as an error', async () => {
    const effects = new Effects();
    const needsApproval = () => Promise.reject(new Error('the directory is down'));
    const agent = effects.clerk(erase, { tools: [effects.tool('erase', { needsApproval })] });
    await expect(runnerWithJudge('allow').run(agent, 'Erase a.')).rejects.toThrow('the directory is down');
    expect(effects.done).toEqual([]);
    expect(spans).toMatchObject([{ ...spanOf('deny', expect.any(String)), status: { code: 2 } }]);
  });

  it('record a call for which only the tool requires approval', async () => {
    const effects = new Effects();
    const agent = effects.clerk(erase, {
      tools: [effects.tool('erase', { needsApproval: async () => true })],
    });
    const { run_id } = await runnerWithJudge('allow').run(agent, 'Erase a.');
    expect(spans).toEqual([spanOf('ask', run_id)]);
  });
});

describe('a trace processor that is added after the first run', () => {
  const started: string[] = [];
  const processor: TracingProcessor = {
    onTraceStart: async ({ name }) => void started.push(name),
    onTraceEnd: async () => {},
    onSpanStart: async () => {},
    onSpanEnd: async () => {},
    shutdown: async () => {},
    forceFlush: async () => {},
  };
  const hello = () => new Agent({ name: 'Clerk', model: scriptedModel([]) });
  beforeEach(() => {
    started.length = 0;
    // Upstream records no traces while NODE_ENV is "test".
    setTracingDisabled(false);
  });
  afterEach(() => {
    setTraceProcessors([]);
    setTracingDisabled(true);
  });

  it('receives the next run of the same runner', async () => {
    const runner = runnerWithJudge('allow');
    await runner.run(hello(), 'Hello.');
    addTraceProcessor(processor);
    await runner.run(hello(), 'Hello.');
    expect(started).toEqual(['Agent workflow']);
  });

  it('enables the traces of an existing Runner, unless it has its own setting', () => {
    const runner = new Runner();
    const silent = new Runner({ tracingDisabled: true });
    expect(runner.config.tracingDisabled).toBe(true);
    addTraceProcessor(processor);
    expect(runner.config.tracingDisabled).toBe(false);
    expect(silent.config.tracingDisabled).toBe(true);
    runner.config.tracingDisabled = true;
    expect(runner.config.tracingDisabled).toBe(true);
  });

  it('receives nothing from a runner whose traces the host disabled', async () => {
    const runner = runnerWithJudge('allow', { runConfig: { tracingDisabled: true } });
    await runner.run(hello(), 'Hello.');
    addTraceProcessor(processor);
    await runner.run(hello(), 'Hello.');
    expect(started).toEqual([]);
  });
});
