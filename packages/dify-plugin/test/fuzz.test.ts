import { PassThrough, Writable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serveStdio, type PluginMessage } from '../src/index.ts';
import { LineSplitter } from '../src/wire/line-splitter.ts';
import { splitText } from '../src/messages/split-text.ts';
import { SessionRecorder, toRequestLine } from './daemon-session.ts';
import { agentPlugin, agentRequest, answerOf, echoPlugin, llmRequest, textOf } from './sample-plugins.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

/** Splits bytes at the given offsets, also inside of characters. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted(
    (one, other) => one - other,
  );
  return [0, ...edges].map((edge, index) => bytes.subarray(edge, edges[index] ?? bytes.length));
}

/** Sends input to a plugin and reads all its output. */
async function feed(
  plugin: Parameters<typeof serveStdio>[0],
  chunks: Iterable<Uint8Array>,
  recorder: SessionRecorder,
) {
  let said = '';
  const decoder = new TextDecoder();
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said += decoder.decode(chunk, { stream: true });
      done();
    },
  });
  const input = new PassThrough();
  const served = serveStdio(plugin, { input, output, coalesceMs: 5 });
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await served;
  for (const line of said.split('\n')) if (line !== '') recorder.read(line);
  return said;
}

describe('the line protocol', () => {
  it('returns every line for any chunk boundaries', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (texts, places) => {
          const lines = texts.map((text) => JSON.stringify({ text }));
          const seen: string[] = [];
          const splitter = new LineSplitter(
            { onLine: (line) => seen.push(line), onOversized: () => seen.push('!') },
            1e6,
          );
          for (const chunk of cut(Buffer.from(lines.join('\n')), places)) splitter.push(chunk);
          splitter.end();
          expect(seen).toEqual(Buffer.from(lines.join('\n')).toString('utf8').split('\n').filter(Boolean));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('drops exactly the lines that are too long', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 30 }), { maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (sizes, places) => {
          const lines = sizes.map((size) => 'x'.repeat(size + 1));
          let oversized = 0;
          const seen: string[] = [];
          const splitter = new LineSplitter(
            { onLine: (line) => seen.push(line), onOversized: () => (oversized += 1) },
            15,
          );
          for (const chunk of cut(Buffer.from(lines.join('\n')), places)) splitter.push(chunk);
          splitter.end();
          expect(seen).toEqual(lines.filter((line) => line.length <= 15));
          expect(oversized).toBe(lines.length - seen.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('responds to every request once between malformed lines, without mixing responses', async () => {
    const malformed = fc.oneof(
      anyText.map((text) => Buffer.from(text.replaceAll('\n', ' '))),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10))),
      fc.json({ maxDepth: 2 }).map((json) => Buffer.from(json)),
      fc
        .constantFrom('{"event":"request"}', '{"session_id":"noise","event":"request","data":null}')
        .map((text) => Buffer.from(text)),
    );
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ words, malformed }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (requests, places) => {
          const recorder = new SessionRecorder();
          const parts: Uint8Array[] = [];
          recorder.open('noise');
          requests.forEach(({ words: content, malformed: line }, index) => {
            recorder.open(`s${index}`);
            const message = { role: 'user', content: content.join(' ') };
            parts.push(line, Buffer.from('\n'));
            parts.push(
              Buffer.from(toRequestLine(`s${index}`, { ...llmRequest, prompt_messages: [message] })),
            );
          });
          await feed(echoPlugin, cut(Buffer.concat(parts), places), recorder);
          requests.forEach(({ words: content }, index) => {
            const session = recorder.sessions.get(`s${index}`);
            expect(answerOf(session?.items ?? [])).toBe(content.join(' '));
            expect(session).toMatchObject({ ends: 1, errors: [], late: [] });
          });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('loses no message of an agent, in any order and timing', async () => {
    const message = fc.oneof(
      fc.record({ type: fc.constant('text' as const), text: anyText }),
      fc.record({ type: fc.constant('json' as const), json: fc.record({ n: fc.nat() }) }),
      fc.record({
        type: fc.constant('variable' as const),
        name: fc.constantFrom('v', 'w'),
        value: anyText,
        stream: fc.constant(true as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(message, fc.boolean()), { maxLength: 40 }), async (script) => {
        const plugin = agentPlugin(async function* (): AsyncGenerator<PluginMessage> {
          for (const [step, isPause] of script) {
            if (isPause) await new Promise((resolve) => setImmediate(resolve));
            yield step;
          }
        });
        const recorder = new SessionRecorder();
        const session = recorder.open('s0');
        await feed(plugin, [Buffer.from(toRequestLine('s0', agentRequest))], recorder);
        const said = script.map(([step]) => step);
        const texts = said.flatMap((step) => (step.type === 'text' ? [step.text] : []));
        // Text that has no UTF-8 encoding becomes the replacement character.
        expect(textOf(session.items)).toBe(texts.join('').toWellFormed());
        const jsons = session.items
          .filter(({ type }) => type === 'json')
          .map((item) => item.message.json_object);
        expect(jsons).toEqual(said.flatMap((step) => (step.type === 'json' ? [step.json] : [])));
        expect(session).toMatchObject({ ends: 1, errors: [], late: [] });
      }),
      { numRuns: 100 },
    );
  });

  it('leaks no credential for any thrown value', async () => {
    const key = fc
      .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 30 })
      .filter((text) => /^[\w-]+$/.test(text) && !/^[a-z_]*$/i.test(text));
    await fc.assert(
      fc.asyncProperty(key, anyText, async (secret, around) => {
        const recorder = new SessionRecorder();
        recorder.open('s0');
        const request = {
          type: 'model',
          action: 'validate_provider_credentials',
          provider: 'echo',
          credentials: { api_key: secret, nested: [{ around }] },
        };
        const said = await feed(echoPlugin, [Buffer.from(toRequestLine('s0', request))], recorder);
        expect(said).not.toContain(secret);
        expect(recorder.sessions.get('s0')).toMatchObject({
          ends: 1,
          errors: [{ error_type: 'CredentialsValidateFailedError' }],
        });
      }),
      { numRuns: 100 },
    );
  });

  it('splits texts without losing or splitting a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 5 }), (text, size) => {
        const pieces = [...splitText(text, size)];
        expect(pieces.join('')).toBe(text);
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(text.isWellFormed());
      }),
    );
  });
});
