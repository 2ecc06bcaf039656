import { describe, expect, it } from 'vitest';
import { efforts, nearestEffort } from './effort.ts';
import { modelAliases } from './model-aliases.ts';
import { ModelRegistry } from './model-registry.ts';
import { resolveModel } from './resolve-model.ts';

const registry = new ModelRegistry();
const on = (date: string) => ({ now: Date.parse(`${date}T12:00:00Z`) });

describe('ModelRegistry', () => {
  it.each([
    'gpt-5.2',
    'gpt-5.2-pro',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-5-codex',
    'gpt-5.1-codex',
    'gpt-5.3-codex',
  ])('contains the predefined model %s', (id) => {
    expect(registry.find(id)).toMatchObject({ id });
  });

  it('lists no model twice and allows every default effort', () => {
    const names = registry.entries.flatMap((entry) => [entry.id, ...entry.snapshots]);
    expect(new Set(names).size).toBe(names.length);
    for (const { efforts: allowed, defaultEffort } of registry.entries) {
      expect([undefined, ...allowed]).toContain(defaultEffort);
      expect(defaultEffort === undefined).toBe(allowed.length === 0);
    }
  });

  it('maps every alias and every replacement to an available model', () => {
    const targets = [
      ...modelAliases.map(({ model }) => model),
      ...registry.entries.flatMap(({ replacement }) => replacement?.id ?? []),
    ];
    expect(targets.length).toBeGreaterThan(8);
    for (const id of targets) expect(registry.find(id)).toMatchObject({ id });
    for (const id of targets) expect(registry.find(id)).not.toHaveProperty('shutdownDate');
  });

  it('has a date for every price', () => {
    const priced = registry.entries.filter(({ price }) => price);
    expect(priced.length).toBeGreaterThan(10);
    for (const { price } of priced) expect(price?.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('finds a snapshot and the most similar model of an unknown one', () => {
    expect(registry.find('gpt-5-2025-08-07')?.id).toBe('gpt-5');
    expect(registry.nearest('gpt-5.6-sol-2027-01-01')?.id).toBe('gpt-5.6-sol');
    expect(registry.nearest('llama')).toBeUndefined();
  });

  it('prefers shutdown dates of the API and ignores invalid rows', () => {
    const fresh = registry.refreshedFrom([
      { id: 'gpt-5.2', shutdown_date: '2027-06-01' },
      { id: 'gpt-5', shutdown_date: null },
      { id: 'o3', shutdown_date: 'soon' },
      { id: 'gpt-5-mini' },
      null,
      'gpt-4',
    ]);
    expect(fresh.find('gpt-5.2')?.shutdownDate).toBe('2027-06-01');
    expect(fresh.find('gpt-5')?.shutdownDate).toBeUndefined();
    expect(fresh.find('o3')?.shutdownDate).toBeUndefined();
    expect(fresh.find('gpt-5-mini')?.shutdownDate).toBe('2026-12-11');
    expect(registry.find('gpt-5')?.shutdownDate).toBe('2026-12-11');
  });
});

describe('resolveModel', () => {
  it.each(['gpt-5', 'o3'])('returns %s until its last day, with a warning in the last sixty days', (name) => {
    expect(resolveModel(registry, name, on('2026-09-01'))).toMatchObject({ model: name, notes: [] });
    const late = resolveModel(registry, name, on('2026-11-15'));
    expect(late.model).toBe(name);
    expect(late.notes).toEqual([expect.stringContaining('2026-12-11')]);
    expect(resolveModel(registry, name, on('2026-12-10')).model).toBe(name);
  });

  it.each(['gpt-5', 'o3', 'gpt-5-2025-08-07'])(
    'replaces %s by its official replacement from the shutdown on, and returns the reason',
    (name) => {
      const resolved = resolveModel(registry, name, on('2026-12-11'));
      expect(resolved).toMatchObject({ requested: name, model: 'gpt-5.6-sol', entry: { id: 'gpt-5.6-sol' } });
      expect(resolved.notes.join(' ')).toMatch(/shut down on 2026-12-11.*OpenAI's replacement/);
    },
  );

  it('replaces earlier on request', () => {
    const resolved = resolveModel(registry, 'gpt-5', { ...on('2026-11-15'), replaceDaysBefore: 60 });
    expect(resolved.model).toBe('gpt-5.6-sol');
  });

  it.each(['auto', 'fast', 'deep', 'pro'])('resolves the alias %s and explains it', (name) => {
    const resolved = resolveModel(registry, name, on('2026-11-15'));
    expect(registry.find(resolved.model)?.id).toBe(resolved.model);
    expect(resolved.notes[0]).toContain(`"${name}" is an alias of`);
  });

  it('returns the quality-first mode of an alias', () => {
    expect(resolveModel(registry, 'pro', on('2026-11-15')).reasoningMode).toBe('pro');
    expect(resolveModel(registry, 'gpt-5-pro', on('2026-12-11'))).toMatchObject({
      model: 'gpt-5.6-sol',
      reasoningMode: 'pro',
    });
  });

  it('returns an unknown model unchanged', () => {
    expect(resolveModel(registry, 'my-finetune', on('2026-11-15'))).toEqual({
      requested: 'my-finetune',
      model: 'my-finetune',
      entry: undefined,
      reasoningMode: undefined,
      notes: [],
    });
  });
});

describe('nearestEffort', () => {
  it.each(efforts)('returns %s itself when it is allowed', (effort) => {
    expect(nearestEffort(effort, efforts)).toBe(effort);
  });

  it('returns the lower effort of a tie', () => {
    expect(nearestEffort('minimal', ['none', 'low'])).toBe('none');
  });
});
