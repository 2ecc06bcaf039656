import { describe, expect, it } from 'vitest';
import { declareManifest, type DeclaredManifest } from '../wire/tool-manifest.ts';
import { effectOfAction } from './effect-of-action.ts';
import { ManifestRegistry } from './manifest/manifest-registry.ts';

const effectOf = (name: string, declared: DeclaredManifest, args: Readonly<Record<string, unknown>>) =>
  effectOfAction(
    new ManifestRegistry().lookUp({ id: name, name, manifest: declareManifest(declared) }),
    args,
  );

describe('an argument that raises the effect', () => {
  const raises = { file: 'write', 'job.script': 'execute', 'job.notify.mail': 'send' } as const;
  const scan = (args: Readonly<Record<string, unknown>>) =>
    effectOf('scan_page', { effect: 'read', raises }, args);

  it.each([
    [{}, 'read'],
    [{ file: '' }, 'read'],
    [{ file: false }, 'read'],
    [{ file: null }, 'read'],
    [{ file: [] }, 'read'],
    [{ job: { other: 1 } }, 'read'],
    [{ job: [{ other: 1 }] }, 'read'],
    [{ file: 'a.txt' }, 'write'],
    [{ file: ['a.txt'] }, 'write'],
    [{ file: {} }, 'write'],
    [{ file: 0 }, 'write'],
    [{ job: { script: 'go()' } }, 'execute'],
    [{ job: [{ other: 1 }, { script: 'go()' }] }, 'execute'],
    [{ file: 'a.txt', job: { notify: { mail: 'a@b.example' } } }, 'send'],
    // Some servers accept an object as JSON text.
    [{ job: '{"script":"go()"}' }, 'execute'],
  ] as const)('counts when it is set: %j', (args, effect) => {
    expect(scan(args)).toBe(effect);
  });

  it('never lowers the effect', () => {
    expect(effectOf('wipe', { effect: 'delete', raises: { file: 'read' } }, { file: 'x' })).toBe('delete');
  });
});

it.each(['action', 'operation', 'method', 'op'])(
  'lets a verb in the argument %s raise the effect of a tool without a manifest',
  (name) => {
    const effectWith = (verb: string) =>
      effectOfAction(new ManifestRegistry().lookUp({ id: 'manage_note', name: 'manage_note' }), {
        [name]: verb,
      });
    expect([effectWith('update'), effectWith('delete')]).toEqual(['write', 'delete']);
  },
);

it('lets the label of a button raise the effect of a declared click', () => {
  const click = { effect: 'write', arguments: { element: 'option' } } as const;
  expect(effectOf('browser_click', click, { element: 'Next page' })).toBe('write');
  expect(effectOf('browser_click', click, { element: 'Pay now' })).toBe('spend');
  expect(effectOf('browser_click', click, { element: 'Delete account' })).toBe('delete');
});

it('takes text that is replaced by nothing for a deletion, but not one empty text of several', () => {
  const write = { effect: 'write', arguments: { title: 'content', body: 'content', id: 'target' } } as const;
  expect(effectOf('update_note', write, { id: 'n1', title: '', body: '' })).toBe('delete');
  expect(effectOf('update_note', write, { id: 'n1', title: '', body: 'Plan' })).toBe('write');
  expect(effectOf('update_note', write, { id: '' })).toBe('write');
});
