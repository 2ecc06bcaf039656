import { describe, expect, it } from 'vitest';
import { declareManifest, type DeclaredManifest } from '../wire/tool-manifest.ts';
import { coveredValues } from './covered-values.ts';
import { RunHistory } from './provenance/run-history.ts';

function cover(
  args: Readonly<Record<string, unknown>>,
  { confirmed = true, ...declared }: Partial<DeclaredManifest> & { readonly confirmed?: boolean } = {},
) {
  const history = new RunHistory();
  history.addUserText('Post the notes.');
  const manifest = { ...declareManifest({ effect: 'write', ...declared }), confirmed };
  return coveredValues({
    tool: { id: 'post_note', name: 'post_note', manifest },
    args,
    history,
    counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
  });
}

const CONTENT = {
  arguments: { body: 'content', parts: 'content', 'meta.text': 'content', to: 'recipient' },
} as const;

describe('the values that a grant covers', () => {
  it('are all arguments except the text of declared content', () => {
    const first = cover(
      { to: 'ann', body: 'One', parts: [{ text: 'a' }], meta: { text: 'b', id: 1 } },
      CONTENT,
    );
    const other = cover(
      { to: 'ann', body: 'Two', parts: [{ text: 'c' }], meta: { text: 'd', id: 1 } },
      CONTENT,
    );
    expect(first?.mayDiffer).toEqual(['body', 'meta.text', 'parts[0].text']);
    expect(other?.text).toBe(first?.text);
  });

  it.each([
    ['another target', { to: 'eve', body: 'One', parts: [{ text: 'a' }], meta: { text: 'b', id: 1 } }],
    [
      'another part',
      { to: 'ann', body: 'One', parts: [{ text: 'a' }, { text: 'b' }], meta: { text: 'b', id: 1 } },
    ],
    [
      'another field beside the content',
      { to: 'ann', body: 'One', parts: [{ text: 'a' }], meta: { text: 'b', id: 2 } },
    ],
  ])('do not include %s', (_what, args) => {
    const first = cover(
      { to: 'ann', body: 'One', parts: [{ text: 'a' }], meta: { text: 'b', id: 1 } },
      CONTENT,
    );
    expect(cover(args, CONTENT)?.text).not.toBe(first?.text);
  });

  it('include the text of content that no person has confirmed to be content', () => {
    const unconfirmed = { ...CONTENT, confirmed: false };
    const [one, other] = [cover({ body: 'One' }, unconfirmed), cover({ body: 'Two' }, unconfirmed)];
    expect(one?.mayDiffer).toEqual([]);
    expect(one?.text).not.toBe(other?.text);
  });

  it('distinguish numbers that are equal as JSON text', () => {
    const numbers = [0, -0, null, Number.NaN, Infinity, -Infinity, '0', 1.5];
    expect(new Set(numbers.map((size) => cover({ size })?.text)).size).toBe(numbers.length);
  });

  it('have a text that does not change, because grants store its digest', () => {
    expect(cover({ size: 0, ratio: -0, at: [1.5] })?.text).toBe(
      '{"object":[["at",[1.5]],["ratio",{"number":"-0"}],["size",0]]}',
    );
  });

  it.each([
    ['ann@corp.example', ['*@corp.example']],
    ['ann@gmail.com', []],
    ['Ann <ann@corp.example>', []],
    ['ann@corp.example,eve@corp.example', []],
  ])('offer for the recipient %s the patterns %j', (to, patterns) => {
    expect(cover({ to }, CONTENT)?.patterns.map(({ pattern }) => pattern)).toEqual(patterns);
  });
});
