import { describe, expect, it } from 'vitest';
import type { Statement } from '../database/database.ts';
import { KeyedReads } from './keyed-reads.ts';

const statement = (name: string): Statement => ({ name, text: name });

describe('KeyedReads', () => {
  it('sends one query for all keys of a turn, and returns the rows of each key in order', async () => {
    const asked: unknown[] = [];
    const reads = new KeyedReads(async (sql, keys) => {
      asked.push([sql.name, keys]);
      return [
        { key: 'b', value: '1' },
        { key: 'a', value: '2' },
        { key: 'b', value: '3' },
      ];
    });
    const run = statement('run');
    const answers = await Promise.all(['a', 'b', 'c', 'a'].map((key) => reads.read(run, key)));
    expect(asked).toEqual([['run', ['a', 'b', 'c']]]);
    expect(answers.map((rows) => rows.map(({ value }) => value))).toEqual([['2'], ['1', '3'], [], ['2']]);
  });

  it('queries each statement separately and again in the next turn', async () => {
    const asked: string[] = [];
    const reads = new KeyedReads(async (sql, keys) => {
      asked.push(`${sql.name} ${keys.join(' ')}`);
      return [];
    });
    const [run, step] = [statement('run'), statement('step')];
    await Promise.all([reads.read(run, 'a'), reads.read(step, 'a')]);
    await reads.read(run, 'a');
    expect(asked).toEqual(['run a', 'step a', 'run a']);
  });

  it('rejects every caller of a failed query, and no later caller', async () => {
    let isDown = true;
    const reads = new KeyedReads(async () => {
      if (isDown) throw new Error('down');
      return [];
    });
    const run = statement('run');
    const settled = await Promise.allSettled(['a', 'b', 'a'].map((key) => reads.read(run, key)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isDown = false;
    expect(await reads.read(run, 'a')).toEqual([]);
  });
});
