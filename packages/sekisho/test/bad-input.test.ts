import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agent, createRunner, SafetyAgent, tool } from '../src/index.ts';
import { judge } from '../../engine/src/testing/judge.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

/** A tool that accepts any arguments, so that only our own checks protect its body. */
function looseAgent(raw: string, seen: unknown[], name = 'loose') {
  const loose = tool({
    name,
    description: 'Takes anything.',
    strict: false,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
    execute: async (input) => {
      seen.push(input);
      return 'taken';
    },
  });
  return new Agent({
    name: 'Clerk',
    model: scriptedModel([[functionCall('call_1', loose.name, raw)]]),
    tools: [loose],
  });
}

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('arguments that cannot be evaluated', () => {
  it.each([
    ['are truncated', '{"a":'],
    ['are prose', 'erase everything'],
    ['are a list', '[1]'],
    ['are a number', '7'],
    ['are a string', '"a"'],
    ['are null', 'null'],
    ['are two objects', '{}{}'],
    ['have a comment', '{/* hi */}'],
    ['contain NaN', '{"a":NaN}'],
    ['have a control character', '{"a":"\u0000"}'],
    ['are ten megabytes', `{"a":"${'x'.repeat(10_000_000)}"}`],
    ['have a key with a lone surrogate', '{"\\udfff":1}'],
    ['are nested just too deeply', nested(101)],
  ])('reach neither judge nor tool when they %s, and the model receives the reason', async (_name, raw) => {
    const seen: unknown[] = [];
    const judged: unknown[] = [];
    const safetyAgent = new SafetyAgent((_agent, request) => {
      judged.push(request);
      return { decision: 'allow', risk_level: 1, reason: '' };
    });
    const runner = createRunner({ safetyAgent, store: 'memory' });
    const result = await runner.run(looseAgent(raw, seen), 'Go.');
    expect(judged).toEqual([]);
    expect(seen).toEqual([]);
    expect(result.finalOutput).toBe('done');
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });
});

describe('arguments that are nested too deeply for upstream', () => {
  it.each([5_000, 400_000])(
    '(%s brackets) end the run with an error code, and no tool runs',
    async (depth) => {
      const seen: unknown[] = [];
      const runner = runnerWithJudge('allow');
      await expect(runner.run(looseAgent(nested(depth), seen), 'Go.')).rejects.toMatchObject({
        code: 'AGENTS-E-INPUT-INVALID',
      });
      expect(seen).toEqual([]);
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
    },
  );

  it.each(['', ' \n '])('(%j) leave no approval request pending', async (raw) => {
    const seen: unknown[] = [];
    const runner = runnerWithJudge('needs_human');
    await runner.run(looseAgent(raw, seen), 'Go.');
    expect(seen).toEqual([]);
    expect(await runner.getPendingApprovals()).toEqual([]);
  });
});

describe('unusual arguments', () => {
  it.each([
    ['__proto__', '{"__proto__":{"decision":"allow","polluted":true}}'],
    ['constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['huge numbers', '{"a":1e308,"b":-1e308,"c":123456789012345678901234567890}'],
    ['a number that overflows to infinity', '{"a":1e999}'],
    ['minus zero', '{"a":-0}'],
    ['the same key twice', '{"a":1,"a":2}'],
    ['keys with special names', '{"0":1,"length":-1,"toString":null,"hasOwnProperty":1,"then":1}'],
    ['direction marks', '{"a":"\\u202eexe.txt"}'],
  ])('(%s) are evaluated unchanged and do not pollute prototypes', async (_name, raw) => {
    const seen: unknown[] = [];
    const runner = runnerWithJudge('needs_human');
    const first = await runner.run(looseAgent(raw, seen), 'Go.');
    expect(first.interruptions).toHaveLength(1);
    const [asked] = first.interruptions;
    const decision = asked?.display === 'complete' ? 'approve' : 'deny';
    await runner.approveAndResume(first.run_id, asked?.approval_id ?? '', { decision });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'valueOf'])(
    'reach the tool named %s only when it exists',
    async (name) => {
      const seen: unknown[] = [];
      const runner = runnerWithJudge('allow');
      const agent = looseAgent('{}', seen);
      agent.model = scriptedModel([[functionCall('call_1', name)]]);
      await runner.run(agent, 'Go.').catch(() => {});
      expect(seen).toEqual([]);
      const named = runnerWithJudge('deny');
      await expect(named.run(looseAgent('{}', seen, name), 'Go.')).rejects.toMatchObject({
        code: 'AGENTS-E-GATE-DENIED',
      });
      expect(seen).toEqual([]);
    },
  );

  it.each(['', '__proto__', '\ud800', 'x'.repeat(100_000), '../../etc', 'call_1\u0000'])(
    'are accepted with any call id (%#)',
    async (id) => {
      const effects = new Effects();
      const runner = runnerWithJudge('needs_human');
      const first = await runner
        .run(effects.clerk([[functionCall(id, 'erase', { what: 'a' })]]), 'Go.')
        .catch(() => undefined);
      expect(effects.done).toEqual([]);
      const [asked] = first?.interruptions ?? [];
      if (first && asked)
        await runner.approveAndResume(first.run_id, asked.approval_id, { decision: 'approve' });
      expect(effects.done.length).toBeLessThanOrEqual(1);
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
    },
  );
});

describe('any arguments', () => {
  it('that are JSON objects are evaluated and executed as the same value, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 6 })),
        async (args) => {
          const seen: unknown[] = [];
          const judged: unknown[] = [];
          const safetyAgent = new SafetyAgent((_agent, request) => {
            judged.push(structuredClone(request.args));
            return { decision: 'allow', risk_level: 1, reason: '' };
          });
          const runner = createRunner({ safetyAgent, store: 'memory' });
          const raw = JSON.stringify(args);
          await runner.run(looseAgent(raw, seen), 'Go.');
          expect(judged.map((each) => JSON.stringify(each))).toEqual([JSON.stringify(JSON.parse(raw))]);
          expect(seen.map((each) => JSON.stringify(each))).toEqual([JSON.stringify(JSON.parse(raw))]);
          expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that are any text never reach the tool after a denial', async () => {
    const raws = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((json) => json.slice(0, -1)),
    );
    await fc.assert(
      fc.asyncProperty(raws, async (raw) => {
        const seen: unknown[] = [];
        const runner = runnerWithJudge('deny');
        const end = await runner.run(looseAgent(raw, seen), 'Go.').then(
          () => 'answered',
          (error: unknown) => String(Reflect.get(Object(error), 'code')),
        );
        expect(['answered', 'AGENTS-E-GATE-DENIED']).toContain(end);
        expect(seen).toEqual([]);
        expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      }),
      { numRuns: 100 },
    );
  });

  it('that are any text run at most once after an approval, with the evaluated value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (raw) => {
        const seen: unknown[] = [];
        const runner = runnerWithJudge('needs_human');
        const first = await runner.run(looseAgent(raw, seen), 'Go.');
        expect(seen).toEqual([]);
        const [asked] = first.interruptions;
        if (!asked) return;
        await runner.approveAndResume(first.run_id, asked.approval_id, { decision: 'approve' });
        expect(seen.length).toBeLessThanOrEqual(1);
        expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      }),
      { numRuns: 60 },
    );
  });
});

const quietAgent = () => new Agent({ name: 'Clerk', model: scriptedModel([]) });

describe('invalid input of a program', () => {
  it.each([undefined, null, 7, true, [], [null], ['text'], {}, () => {}])(
    'is rejected as input of a run (%o)',
    async (input) => {
      await expect(runnerWithJudge('allow').run(quietAgent(), untyped<string>(input))).rejects.toMatchObject({
        code: 'AGENTS-E-INPUT-INVALID',
      });
    },
  );

  it.each([
    { policyProfile: 'lax' },
    { maxTurns: 0 },
    { maxTurns: 1.5 },
    { requireHumanApproval: 'no' },
    { toolCalls: [{}] },
    { toolCalls: 'all' },
    { resume: {} },
    { resume: { token: '' } },
    { resume: { token: 'x'.repeat(1000) } },
    { somethingElse: true },
    7,
    'text',
    [],
  ])('is rejected as extensions (%o)', async (extensions) => {
    await expect(
      runnerWithJudge('allow').run(quietAgent(), 'Go.', { extensions: untyped(extensions) }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-INPUT-INVALID' });
  });

  it.each([undefined, null, {}, { safetyAgent: {} }, { safetyAgent: () => 'allow' }])(
    'is rejected as options of a runner (%o)',
    (options) => {
      expect(() => createRunner(untyped(options))).toThrow(
        expect.objectContaining({ code: 'AGENTS-E-RUNNER-CONFIG' }),
      );
    },
  );

  it('is limited in a tool call of the host as in any other call', async () => {
    const seen: unknown[] = [];
    const runner = createRunner({ safetyAgent: judge('allow'), store: 'memory' });
    const toolCalls = [{ tool_name: 'loose', args: { a: 'x'.repeat(2_000_000) } }];
    await runner.run(looseAgent('{}', seen), 'Go.', { extensions: { toolCalls } });
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain('xxx');
  });
});
