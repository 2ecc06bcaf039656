import { expect, it } from 'vitest';
import { loadNodeSqlite } from './load-node-sqlite.ts';

it('suppresses only the warning about SQLite, and only while it loads', () => {
  const warnings: unknown[][] = [];
  const emitWarning = (...warning: unknown[]) => void warnings.push(warning);
  const host = Object.create(process);
  host.emitWarning = emitWarning;
  host.getBuiltinModule = (id: string) => {
    host.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
    host.emitWarning('Something else is an experimental feature', 'ExperimentalWarning');
    host.emitWarning('SQLite is full', 'Warning');
    return process.getBuiltinModule(id);
  };
  expect(loadNodeSqlite(host)).toHaveProperty('DatabaseSync');
  expect(warnings).toEqual([
    ['Something else is an experimental feature', 'ExperimentalWarning'],
    ['SQLite is full', 'Warning'],
  ]);
  expect(host.emitWarning).toBe(emitWarning);
});
