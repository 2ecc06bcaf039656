import { describe, expect, it } from 'vitest';
import type { ToolManifest } from '../wire/tool-manifest.ts';
import { effectClass, hasEffect, isRepeatable, isTrustedSource } from './effect-class.ts';

const toolWith = (manifest?: Partial<ToolManifest>) => ({
  id: 'keep',
  name: 'keep',
  kind: 'function' as const,
  definition_digest: 'd',
  manifest: manifest && {
    effect: 'read' as const,
    arguments: {},
    trusted_source: true,
    sensitive: false,
    idempotent: true,
    origin: 'declared' as const,
    confirmed: true,
    ...manifest,
  },
});

describe('what may be repeated after a crash', () => {
  it.each<[string, Partial<ToolManifest> | undefined, string, boolean]>([
    ['a tool without a manifest', undefined, 'destructive', false],
    ['a declared read', {}, 'read', true],
    ['a declared read that is not confirmed', { confirmed: false }, 'read', true],
    ['a confirmed draft', { origin: 'guess' }, 'read', true],
    ['a guess', { origin: 'guess', confirmed: false }, 'destructive', false],
    ['an annotation of a server', { origin: 'annotations', confirmed: false }, 'destructive', false],
    ['a read of sensitive data', { sensitive: true }, 'read', false],
    ['an idempotent change', { effect: 'write' }, 'idempotent', false],
    ['another change', { effect: 'write', idempotent: false }, 'destructive', false],
  ])('%s', (_what, manifest, expected, isRead) => {
    expect(effectClass(toolWith(manifest))).toBe(expected);
    expect(isRepeatable(toolWith(manifest))).toBe(isRead);
  });
});

it('records no effect of handoffs and sub-agents, whose calls are recorded', () => {
  const effects = [{ kind: 'function' }, { kind: 'handoff' }, { kind: 'function', delegates: true }] as const;
  expect(effects.map((tool) => hasEffect(tool))).toEqual([true, false, false]);
});

it('trusts the results of a tool only if its owner says so', () => {
  const trusts = [undefined, { trusted_source: false }, { origin: 'guess' as const }, {}];
  expect(trusts.map((each) => isTrustedSource(toolWith(each)))).toEqual([false, false, false, true]);
});
