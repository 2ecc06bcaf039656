import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessCase, StepInstance } from '../../src/processes/cases/process-case.ts';
import type { ProcessTemplate, StepTemplate } from '../../src/processes/templates/process-template.ts';
import { StoreBench, type OpenStores } from './store-bench.ts';

const step = (id: string, seq: number, changes: Partial<StepTemplate> = {}): StepTemplate => ({
  id,
  seq,
  name: `step ${seq}`,
  basis: 'goal',
  offsetDays: -seq,
  requiredArtifacts: [{ kind: 'document', description: '要件定義書' }, { kind: 'mail' }],
  dependsOn: [],
  ...changes,
});
const template = (id: string, changes: Partial<ProcessTemplate> = {}): ProcessTemplate => ({
  id,
  userId: 'u',
  name: `採用 ${id}`,
  version: 1,
  createdAt: 1,
  steps: [step(`${id}1`, 1), step(`${id}2`, 2, { dependsOn: [`${id}1`], basis: 'prev' })],
  ...changes,
});
const instance = (id: string, seq: number, changes: Partial<StepInstance> = {}): StepInstance => ({
  ...step(id, seq),
  dueDate: 20_000 + seq,
  status: 'todo',
  isLocked: false,
  assignee: undefined,
  ...changes,
});
const started = (id: string, changes: Partial<ProcessCase> = {}): ProcessCase => ({
  id,
  userId: 'u',
  templateId: 't',
  name: `春の採用 ${id}`,
  goalDate: 20_500,
  version: 1,
  createdAt: 2,
  steps: [instance(`${id}1`, 1), instance(`${id}2`, 2, { assignee: '花子', isLocked: true })],
  ...changes,
});

/** Tests the contract of a ProcessStore. Every adapter must pass these tests. */
export function describeProcessStore(name: string, open: OpenStores): void {
  describe(`${name} as a ProcessStore`, () => {
    const bench = new StoreBench(open);
    beforeEach(() => bench.start());
    afterEach(() => bench.stop());

    describeTemplates(bench);
    describeCases(bench);
    describeChanges(bench);
    describeSearch(bench);
  });
}

function describeTemplates(bench: StoreBench): void {
  describe('templates', () => {
    it('returns a template unchanged, to its user only', async () => {
      expect(await bench.processes.addTemplate(template('t'))).toBe(true);
      expect(await bench.processes.getTemplate('u', 't')).toEqual(template('t'));
      expect(await bench.processes.getTemplate('v', 't')).toBeUndefined();
    });

    it('accepts a name once for each user', async () => {
      expect(await bench.processes.addTemplate(template('t', { name: '採用' }))).toBe(true);
      expect(await bench.processes.addTemplate(template('w', { name: '採用' }))).toBe(false);
      expect(await bench.processes.getTemplate('u', 'w')).toBeUndefined();
      expect(await bench.processes.addTemplate(template('x', { name: '採用', userId: 'v' }))).toBe(true);
    });

    it('accepts a name from one of several concurrent callers', async () => {
      const others = await Promise.all([bench.connect(), bench.connect()]);
      const added = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (others[index % 2] ?? bench).processes.addTemplate(template(`t${index}`, { name: '採用' })),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
    });

    it('stores a template with all its steps or not at all', async () => {
      const broken = template('t', { steps: [step('a', 1), step('b', 1)] });
      await expect(bench.processes.addTemplate(broken)).rejects.toMatchObject({ code: 'StoreUnavailable' });
      expect((await bench.processes.listTemplates('u', { limit: 9 })).items).toEqual([]);
      expect(await bench.processes.addTemplate(template('t', { steps: [step('a', 1)] }))).toBe(true);
    });

    it('lists the templates of a user newest first in pages', async () => {
      for (const id of ['a', 'b', 'c']) await bench.processes.addTemplate(template(id));
      await bench.processes.addTemplate(template('x', { userId: 'v' }));
      const first = await bench.processes.listTemplates('u', { limit: 2 });
      const second = await bench.processes.listTemplates('u', { limit: 2, cursor: first.cursor });
      expect(first.items).toEqual([template('c'), template('b')]);
      expect(second).toEqual({ items: [template('a')], cursor: undefined });
    });

    it.each(['a NUL \0 inside', '\u0001 first', "it's 関所 🚧"])(
      'keeps the text %j unchanged',
      async (text) => {
        const awkward = template('t', {
          name: text,
          steps: [step('a', 1, { name: text, requiredArtifacts: [{ kind: text }] })],
        });
        await bench.processes.addTemplate(awkward);
        expect(await bench.processes.getTemplate('u', 't')).toEqual(awkward);
        const whole = started('c', { name: text, steps: [instance('i', 1, { name: text, assignee: text })] });
        await bench.processes.addCase(whole);
        expect(await bench.processes.getCase('u', 'c')).toEqual(whole);
      },
    );
  });
}

function describeCases(bench: StoreBench): void {
  describe('cases', () => {
    beforeEach(async () => {
      await bench.processes.addTemplate(template('t'));
    });

    it('returns a case unchanged, to its user only', async () => {
      await bench.processes.addCase(started('c'));
      expect(await bench.processes.getCase('u', 'c')).toEqual(started('c'));
      expect(await bench.processes.getCase('v', 'c')).toBeUndefined();
    });

    it('returns and lists a case also for the assignees of its steps, once', async () => {
      const steps = [instance('c1', 1, { assignee: 'v' }), instance('c2', 2, { assignee: 'v' })];
      await bench.processes.addCase(started('c', { steps }));
      await bench.processes.addCase(started('d'));
      expect(await bench.processes.getCase('v', 'c')).toEqual(started('c', { steps }));
      expect(await bench.processes.getCase('v', 'd')).toBeUndefined();
      expect((await bench.processes.listCases('v', { limit: 9 })).items).toEqual([started('c', { steps })]);
      expect((await bench.processes.listCases('v', { limit: 9, text: '秋' })).items).toEqual([]);
      const passed = steps.map((each) => ({ ...each, assignee: 'w' }));
      await bench.processes.replaceCase(started('c', { version: 2, steps: passed }), 1);
      expect(await bench.processes.getCase('v', 'c')).toBeUndefined();
      expect((await bench.processes.listCases('w', { limit: 9 })).items).toHaveLength(1);
    });

    it('rejects a case of a template that does not exist', async () => {
      await expect(bench.processes.addCase(started('c', { templateId: 'gone' }))).rejects.toMatchObject({
        code: 'StoreUnavailable',
      });
    });

    it('lists the cases of a user newest first in pages', async () => {
      for (const id of ['a', 'b', 'c']) await bench.processes.addCase(started(id));
      const first = await bench.processes.listCases('u', { limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(['c', 'b']);
      const second = await bench.processes.listCases('u', { limit: 2, cursor: first.cursor });
      expect(second).toEqual({ items: [started('a')], cursor: undefined });
    });

    it('replaces a case whose version is the expected one', async () => {
      await bench.processes.addCase(started('c'));
      const changed = started('c', {
        version: 2,
        name: '秋の採用',
        goalDate: 21_000,
        steps: [
          instance('c1', 1, { dueDate: 9, status: 'doing', isLocked: true, assignee: '太郎' }),
          instance('c2', 2, { status: 'done' }),
        ],
      });
      expect(await bench.processes.replaceCase(changed, 2)).toBe(false);
      expect(await bench.processes.getCase('u', 'c')).toEqual(started('c'));
      expect(await bench.processes.replaceCase(changed, 1)).toBe(true);
      expect(await bench.processes.getCase('u', 'c')).toEqual(changed);
    });

    it('allows one of several concurrent writes to replace a version', async () => {
      await bench.processes.addCase(started('c'));
      const others = await Promise.all([bench.connect(), bench.connect()]);
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (others[index % 2] ?? bench).processes.replaceCase(started('c', { version: 2 }), 1),
        ),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
    });
  });
}

function describeChanges(bench: StoreBench): void {
  describe('changes', () => {
    beforeEach(async () => {
      await bench.processes.addTemplate(template('t'));
      await bench.processes.addTemplate(template('other'));
    });

    it('replace name and steps of the expected version', async () => {
      const changed = template('t', {
        name: '採用（東京）',
        version: 2,
        steps: [step('n1', 1), step('n2', 2)],
      });
      expect(await bench.processes.replaceTemplate(changed, 2)).toBe('changed');
      expect(await bench.processes.getTemplate('u', 't')).toEqual(template('t'));
      expect(await bench.processes.replaceTemplate(changed, 1)).toBe('replaced');
      expect(await bench.processes.getTemplate('u', 't')).toEqual(changed);
      const renamed = { ...changed, name: '採用（大阪）', version: 3 };
      expect(await bench.processes.replaceTemplate(renamed, 2)).toBe('replaced');
      expect(await bench.processes.getTemplate('u', 't')).toEqual(renamed);
    });

    it('reject the name of another template, and accept an unchanged name', async () => {
      const taken = template('t', { name: template('other').name, version: 2, steps: [step('n', 1)] });
      expect(await bench.processes.replaceTemplate(taken, 1)).toBe('name-taken');
      expect(await bench.processes.getTemplate('u', 't')).toEqual(template('t'));
      expect(await bench.processes.replaceTemplate(template('t', { version: 2 }), 1)).toBe('replaced');
    });

    it('allow one of several concurrent writes to replace a version', async () => {
      const others = await Promise.all([bench.connect(), bench.connect()]);
      const states = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (others[index % 2] ?? bench).processes.replaceTemplate(template('t', { version: 2 }), 1),
        ),
      );
      expect(states.filter((state) => state === 'replaced')).toHaveLength(1);
    });

    it('leave existing cases unchanged', async () => {
      await bench.processes.addCase(started('c'));
      await bench.processes.replaceTemplate(template('t', { version: 2, steps: [step('n', 1)] }), 1);
      expect(await bench.processes.getCase('u', 'c')).toEqual(started('c'));
    });

    it('delete a case with its steps, and then its template', async () => {
      await bench.processes.addCase(started('c'));
      expect(await bench.processes.removeTemplate({ userId: 'u', id: 't' })).toBe('in-use');
      expect(await bench.processes.getTemplate('u', 't')).toEqual(template('t'));
      expect(await bench.processes.removeCase({ userId: 'u', id: 'c', version: 1 })).toBe('removed');
      expect(await bench.processes.getCase('u', 'c')).toBeUndefined();
      expect(await bench.processes.removeTemplate({ userId: 'u', id: 't', version: 1 })).toBe('removed');
      expect(await bench.processes.getTemplate('u', 't')).toBeUndefined();
      expect(await bench.processes.addTemplate(template('t'))).toBe(true);
      await bench.processes.addCase(started('c'));
    });

    it.each([
      ['of another user', { userId: 'v' }, 'missing'],
      ['that does not exist', { id: 'none' }, 'missing'],
      ['of another version', { version: 2 }, 'changed'],
    ])('do not delete an item %s', async (_case, changes, state) => {
      await bench.processes.addCase(started('c'));
      expect(await bench.processes.removeCase({ userId: 'u', id: 'c', ...changes })).toBe(state);
      expect(await bench.processes.removeTemplate({ userId: 'u', id: 'other', ...changes })).toBe(state);
      expect(await bench.processes.getCase('u', 'c')).toEqual(started('c'));
      expect(await bench.processes.getTemplate('u', 'other')).toEqual(template('other'));
    });

    it('delete a template or create a case from it, never both', async () => {
      const other = await bench.connect();
      for (let round = 0; round < 5; round += 1) {
        await bench.processes.addTemplate(template(`r${round}`));
        const wanted = started(`r${round}c`, { templateId: `r${round}` });
        const [removed, added] = await Promise.all([
          other.processes.removeTemplate({ userId: 'u', id: `r${round}` }),
          bench.processes.addCase(wanted).then(
            () => 'added',
            () => 'refused',
          ),
        ]);
        expect([
          ['removed', 'refused'],
          ['in-use', 'added'],
        ]).toContainEqual([removed, added]);
      }
    });
  });
}

function describeSearch(bench: StoreBench): void {
  describe('a search', () => {
    beforeEach(async () => {
      await bench.processes.addTemplate(
        template('t', { name: 'ＩＴ採用', steps: [step('t1', 1, { name: '面接' })] }),
      );
      await bench.processes.addTemplate(
        template('w', { name: '入社', steps: [step('w1', 1, { name: 'ﾒﾝﾀｰの割り当て' })] }),
      );
      await bench.processes.addTemplate(template('x', { name: 'IT', userId: 'v' }));
      await bench.processes.addCase(
        started('c', { name: '春の採用', steps: [instance('c1', 1, { name: '面接' })] }),
      );
      await bench.processes.addCase(
        started('d', { name: '秋の採用', steps: [instance('d1', 1, { assignee: 'Ｓato' })] }),
      );
    });

    it.each([
      ['it採用', ['t'], []],
      ['メンター', ['w'], []],
      ['面接', ['t'], ['c']],
      ['sato', [], ['d']],
      ['採用', ['t'], ['d', 'c']],
      ['%', [], []],
    ])('for %j finds the templates %j and the cases %j', async (text, templates, cases) => {
      const found = await bench.processes.listTemplates('u', { limit: 9, text });
      expect(found.items.map(({ id }) => id)).toEqual(templates);
      const running = await bench.processes.listCases('u', { limit: 9, text });
      expect(running.items.map(({ id }) => id)).toEqual(cases);
    });
  });
}
