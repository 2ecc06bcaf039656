import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitPrompt } from '../internal/fit-prompt.ts';
import { limitTime } from '../internal/limit-time.ts';
import { readChunk } from '../internal/read-chunk.ts';
import { RoundReader } from '../internal/round-reader.ts';
import { ToolCallCollector } from '../internal/tool-call-collector.ts';
import {
  calls,
  piece,
  runStrategy,
  says,
  systemClock,
  text,
  toolResults,
  type Round,
} from './strategy-harness.ts';

describe('readChunk', () => {
  it.each([
    ['a chunk', piece('hi'), 'hi'],
    ['a complete response', { model: 'm', message: { content: 'hi', tool_calls: [] }, usage: {} }, 'hi'],
    [
      'text in parts',
      piece([{ type: 'text', data: 'h' }, { type: 'image', data: 'x' }, null, { type: 'text', data: 'i' }]),
      'hi',
    ],
    ['no message', { delta: { message: null } }, ''],
    ['no delta', { delta: null }, ''],
    ['no content', piece(null), ''],
    ['a number as content', piece(7), ''],
    ['nothing', undefined, ''],
    ['a list', [], ''],
  ])('reads %s', (_case, item, expected) => {
    expect(readChunk(item).text).toBe(expected);
  });

  it('skips invalid calls and keeps arguments that are not strings', () => {
    const odd = [
      null,
      'x',
      {},
      { id: 7, function: null },
      { id: 'a', function: { name: 'f', arguments: { q: 1 } } },
    ];
    expect(readChunk(piece('', {}, odd)).toolCalls).toEqual([
      { id: '', name: '', arguments: '' },
      { id: '', name: '', arguments: '' },
      { id: 'a', name: 'f', arguments: { q: 1 } },
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (items) => {
        const reader = new RoundReader();
        for (const item of items) reader.take(item);
        reader.text.finish();
        expect(Array.isArray(reader.calls.finish(new Set(), () => 'id'))).toBe(true);
      }),
    );
  });
});

describe('ToolCallCollector', () => {
  const collect = (...pieces: [string, string, unknown][]) => {
    const collector = new ToolCallCollector();
    for (const [id, name, args] of pieces) collector.push({ id, name, arguments: args });
    let ids = 0;
    return collector
      .finish(new Set(), () => `new${(ids += 1)}`)
      .map(({ id, name, arguments: args }) => [id, name, args]);
  };

  it.each<[string, [string, string, unknown][], unknown[][]]>([
    [
      'complete calls',
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'fragments by id',
      [
        ['a', 'f', '{"x"'],
        ['b', 'g', '{'],
        ['a', '', ':1}'],
        ['b', '', '}'],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'fragments without ids',
      [
        ['a', 'f', ''],
        ['', '', '{"x":'],
        ['', '', '1}'],
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'fragments that repeat id and name',
      [
        ['a', 'f', '{"x"'],
        ['a', 'f', ':1}'],
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'a repeated call',
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'f', '{"x":1}'],
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'a delayed name',
      [
        ['a', '', '{'],
        ['a', 'f', '}'],
      ],
      [['a', 'f', '{}']],
    ],
    [
      'calls without ids',
      [
        ['', 'f', '{}'],
        ['', 'g', '{}'],
      ],
      [
        ['call_new1', 'f', '{}'],
        ['call_new2', 'g', '{}'],
      ],
    ],
    [
      'two calls with one id',
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'f', '{"x":2}'],
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['call_new1', 'f', '{"x":2}'],
      ],
    ],
    [
      'different tools with one id',
      [
        ['a', 'f', '{}'],
        ['a', 'g', '{}'],
      ],
      [
        ['a', 'f', '{}'],
        ['call_new1', 'g', '{}'],
      ],
    ],
    ['arguments that are not strings', [['a', 'f', { x: 1 }]], [['a', 'f', { x: 1 }]]],
    [
      'a mixture',
      [
        ['a', 'f', '{'],
        ['a', '', { x: 1 }],
      ],
      [['a', 'f', ['{', { x: 1 }]]],
    ],
    [
      'an id that no API accepts',
      [
        ['x y', 'f', '{}'],
        ['i'.repeat(65), 'g', '{}'],
      ],
      [
        ['call_new1', 'f', '{}'],
        ['call_new2', 'g', '{}'],
      ],
    ],
    [
      'ids of other providers',
      [
        ['functions.f:0', 'f', '{}'],
        ['toolu_01', 'g', '{}'],
      ],
      [
        ['functions.f:0', 'f', '{}'],
        ['toolu_01', 'g', '{}'],
      ],
    ],
    ['nothing', [['', '', '']], []],
  ])('assembles %s', (_case, pieces, expected) => {
    expect(collect(...pieces)).toEqual(expected);
  });
});

describe('fitPrompt', () => {
  const result = (content: string) => ({ role: 'tool', content, tool_call_id: 'x' });
  const system = { role: 'system', content: 's'.repeat(50) };

  it('does not change a prompt within the limit', () => {
    const prompt = [system, result('a'.repeat(100))];
    expect(fitPrompt(prompt, 10_000)).toEqual(prompt);
  });

  it('omits the oldest results first, and as few as possible', () => {
    const prompt = [system, result('a'.repeat(1000)), result('b'.repeat(1000)), result('c'.repeat(1000))];
    const fitted = fitPrompt(prompt, 2500);
    expect(fitted.map(({ content }) => String(content)[0])).toEqual(['s', '[', 'b', 'c']);
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(2500);
    expect(prompt[1]!.content).toHaveLength(1000);
  });

  it('changes nothing but tool results', () => {
    expect(fitPrompt([system, result('a'.repeat(100))], 1)[0]).toEqual(system);
  });
});

describe('limitTime', () => {
  const forever = async function* () {
    yield 1;
    await new Promise(() => {});
  };

  it('yields everything before the deadline', async () => {
    const quick = async function* () {
      yield* [1, 2, 3];
    };
    expect(await Array.fromAsync(limitTime(quick(), Date.now() + 60_000, systemClock))).toEqual([1, 2, 3]);
  });

  it('stops reading a source that never ends', async () => {
    const seen: number[] = [];
    const listen = async () => {
      for await (const item of limitTime(forever(), Date.now() + 30, systemClock)) seen.push(item);
    };
    await expect(listen()).rejects.toThrow('The time limit of this run is exceeded.');
    expect(seen).toEqual([1]);
  });

  it('closes the source when the consumer stops', async () => {
    let isClosed = false;
    const source = async function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        isClosed = true;
      }
    };
    for await (const _item of limitTime(source(), Date.now() + 60_000, systemClock)) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(true);
  });
});

/** A clock that the test sets; waiting takes no time. */
function createHandClock() {
  let now = 1_000_000;
  const waiting = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    schedule: (delayMs: number, callback: () => void) => {
      const entry = { at: now + delayMs, callback };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    pass: (ms: number) => {
      now += ms;
      for (const entry of waiting) {
        if (entry.at > now) continue;
        waiting.delete(entry);
        entry.callback();
      }
    },
  };
}

describe('a long run', () => {
  it('concludes in time and calls no more tools', async () => {
    const clock = createHandClock();
    const run = await runStrategy({
      clock,
      params: { emit_intermediate_thoughts: false },
      tool: () => {
        clock.pass(480_000);
        return [text('late')];
      },
      rounds: [says(calls('search', { q: '1' }, 'a'), calls('search', { q: '2' }, 'b')), says('In time.')],
    });
    expect(run.toolQuestions).toHaveLength(1);
    expect(toolResults(run.questions[1])[1]).toContain('The time limit of this run is exceeded');
    expect(run.questions[1]!.tools).toEqual([]);
    expect(run.text).toBe('In time.');
  });

  it.each([
    [60, 45_000],
    [570, 480_000],
    [1800, 1_710_000],
  ])('uses its part of invocation_timeout_seconds %i for tools', async (seconds, workMs) => {
    const toolsWithin = async (ms: number) => {
      const clock = createHandClock();
      const run = await runStrategy({
        clock,
        params: { invocation_timeout_seconds: seconds },
        tool: () => {
          clock.pass(ms);
          return [text('late')];
        },
        rounds: [says(calls('search', { q: '1' }, 'a'), calls('search', { q: '2' }, 'b')), says('In time.')],
      });
      expect(run.text).toMatch(/In time\.$/);
      return run.toolQuestions.length;
    };
    expect(await toolsWithin(workMs - 1)).toBe(2);
    expect(await toolsWithin(workMs)).toBe(1);
  });

  it('ends a blocked final answer at invocation_timeout_seconds', async () => {
    const clock = createHandClock();
    const hangs: Round = async function* () {
      yield piece('Hm');
      setTimeout(() => clock.pass(15_001), 10);
      await new Promise(() => {});
    };
    const run = await runStrategy({
      clock,
      params: { invocation_timeout_seconds: 60 },
      tool: () => {
        clock.pass(45_000);
        return [text('late')];
      },
      rounds: [says(calls('search', { q: '1' })), hangs],
    });
    expect(run.json?.run).toMatchObject({ status: 'model_failed', rounds: 2 });
    expect(run).toMatchObject({ errors: [], ends: 1 });
  });

  it('does not wait for a blocked tool', async () => {
    const clock = createHandClock();
    const run = await runStrategy({
      clock,
      tool: async function* () {
        setTimeout(() => clock.pass(480_001), 10);
        await new Promise(() => {});
      },
      rounds: [says(calls('search', { q: '1' })), says('Without it.')],
    });
    expect(toolResults(run.questions[1])).toEqual(['tool invoke error: failed to execute tool']);
    expect(run.text).toMatch(/Without it\.$/);
  });

  it('does not wait for a blocked model', async () => {
    const clock = createHandClock();
    const hangs: Round = async function* () {
      yield piece('Hm');
      setTimeout(() => clock.pass(480_001), 10);
      await new Promise(() => {});
    };
    const run = await runStrategy({ clock, rounds: [hangs] });
    expect(run.text).toMatch(/^Hm\n\nThe model could not complete this request/);
    expect(run.json?.run).toMatchObject({ status: 'model_failed' });
    expect(run).toMatchObject({ errors: [], ends: 1 });
  });
});

describe('a run with much data', () => {
  it('stays below the line limit of the daemon', async () => {
    const many = (round: number) =>
      Array.from({ length: 32 }, (_none, n) => calls('search', { q: `${round}-${n}` }, `c${round}-${n}`));
    const run = await runStrategy({
      params: { maximum_iterations: 3 },
      tool: () => [text('界'.repeat(50_000))],
      rounds: [says(...many(1)), says(...many(2)), says('Done.')],
    });
    expect(run.text).toMatch(/Done\.$/);
    const kept = toolResults(run.questions[2]).filter((answer) => answer.startsWith('界'));
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(32);
  });

  it('retries with a smaller prompt after a failure', async () => {
    let failures = 0;
    const run = await runStrategy({
      tool: () => [text('a'.repeat(50_000))],
      rounds: [
        says(...Array.from({ length: 8 }, (_none, n) => calls('search', { q: String(n) }, `c${n}`))),
        function* () {
          failures += 1;
          throw new Error('context too long');
        },
        says('Done.'),
      ],
    });
    expect(failures).toBe(1);
    const sizes = run.questions.map(({ prompt_messages: prompt }) => JSON.stringify(prompt).length);
    expect(sizes[1]).toBeGreaterThan(400_000);
    expect(sizes[2]).toBeLessThan(300_000);
    expect(run.text).toMatch(/Done\.$/);
  });

  it('forwards a file in chunks that the daemon accepts', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024, 'picture');
    const run = await runStrategy({
      tool: () => [
        { type: 'blob', message: { blob: bytes.toString('base64') }, meta: { mime_type: 'image/png' } },
      ],
      rounds: [says(calls('search', { q: 'x' })), says('See the picture.')],
    });
    const chunks = run.items.filter(({ type }) => type === 'blob_chunk');
    const joined = Buffer.concat(chunks.map(({ message }) => Buffer.from(String(message['blob']), 'base64')));
    expect(joined.equals(bytes)).toBe(true);
    expect(toolResults(run.questions[1])[0]).toContain('already received');
  });
});

describe('a model with malformed output', () => {
  const junkText = fc.oneof(
    fc.string(),
    fc.constantFrom('<think>', '</think>', '{"q":', '\0', '\ud800', '🗝'),
  );
  const junkCall = fc.record({
    id: fc.oneof(fc.string(), fc.constant('same')),
    type: fc.constant('function'),
    function: fc.record({
      name: fc.oneof(fc.string(), fc.constantFrom('search', 'Search', '__proto__')),
      arguments: fc.oneof(fc.string(), fc.json(), fc.constantFrom('', '{"q":"x"}', '{"q":', '[]', 'null')),
    }),
  });
  const junkPiece = fc
    .tuple(junkText, fc.array(junkCall, { maxLength: 3 }))
    .map(([content, made]) => piece(content, {}, made));
  const junkItem = fc.oneof({ weight: 9, arbitrary: junkPiece }, { weight: 1, arbitrary: fc.jsonValue() });
  const junkRounds = fc.array(fc.array(junkItem, { maxLength: 5 }), { minLength: 1, maxLength: 4 });

  it('always ends with one answer, one usage and no error', async () => {
    await fc.assert(
      fc.asyncProperty(junkRounds, fc.boolean(), async (rounds, emit) => {
        const run = await runStrategy({
          params: { emit_intermediate_thoughts: emit, maximum_iterations: 3 },
          rounds: rounds.map((items) => () => items),
        });
        expect(run).toMatchObject({ errors: [], ends: 1, noise: [] });
        expect(run.text.trim()).not.toBe('');
        expect(run.json?.run['status']).toMatch(/^(?:answered|no_answer|model_failed)$/);
        expect(run.questions.length).toBeLessThanOrEqual(8);
        expect(!emit && /<\/?think>/i.test(run.text)).toBe(false);
        for (const question of run.questions) {
          for (const { role, tool_calls: made } of question.prompt_messages) {
            if (role !== 'assistant') continue;
            for (const { function: called } of made) {
              expect(called.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
              expect(JSON.parse(called.arguments)).toBeTypeOf('object');
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('handles a tool with malformed output', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 4 }), async (messages) => {
        const run = await runStrategy({
          tool: () => messages,
          rounds: [says(calls('search', { q: 'x' })), says('Done.')],
        });
        expect(run.text).toMatch(/Done\.$/);
        expect(run).toMatchObject({ errors: [], ends: 1 });
      }),
      { numRuns: 50 },
    );
  });
});

describe('a damaged chunk', () => {
  it.each([
    ['no message', { delta: { index: 0, message: null } }],
    ['no index', { model: 'm', delta: { message: { role: 'assistant', content: 'x' } } }],
    ['no delta at all', { model: 'm' }],
  ])('of the model (%s) is skipped without losing the answer and without a retry', async (_case, damaged) => {
    let rounds = 0;
    const round: Round = () => {
      rounds += 1;
      return [piece('It is '), damaged, piece('fine.')];
    };
    const { text: shown } = await runStrategy({ rounds: [round] });
    expect(shown).toContain('fine.');
    expect(rounds).toBe(1);
  });
});
