import { expect, it } from 'vitest';
import * as dbos from '../src/dbos/index.ts';
import * as postgres from '../src/index.ts';
import { printSchema } from '../src/index.ts';
import * as testing from '../src/testing/index.ts';

it('exports these names and no others', () => {
  expect(Object.keys(postgres).toSorted()).toEqual([
    'ArchivedLog',
    'Database',
    'PostgresPolicyStore',
    'PostgresToolPinStore',
    'archiveLog',
    'exportArchive',
    'loadedText',
    'openSchema',
    'postgresStore',
    'postgresWake',
    'printAccess',
    'printSchema',
    'removeArchive',
    'removeFinishedRuns',
    'statement',
    'storedText',
    'watchChanges',
  ]);
  expect(Object.keys(dbos)).toEqual(['dbosHost']);
  expect(Object.keys(testing)).toEqual(['startPostgres']);
});

it('has these tables', () => {
  const tables = [...printSchema().matchAll(/create table "sekisho"\.(\w+)/g)].map(([, table]) => table);
  expect(tables).toEqual([
    'schema_version',
    'chains',
    'writers',
    'runs',
    'owners',
    'steps',
    'effects',
    'approvals',
    'tokens',
    'grants',
    'log',
    'policies',
    'tool_pins',
    'session_heads',
    'session_items',
    'session_operations',
    'log_archive',
    'tenant_access',
    'log_start',
  ]);
});

it('has a tenant column in every table except the table of schema versions', () => {
  const definitions = [...printSchema().matchAll(/create table "sekisho"\.(\w+) \((.*?)\n\)/gs)];
  const undivided = definitions
    .filter(([, , body = '']) => !/\btenant text/.test(body))
    .map(([, name]) => name);
  expect(definitions.length).toBeGreaterThan(15);
  expect(undivided).toEqual(['schema_version']);
});
