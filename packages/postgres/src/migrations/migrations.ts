import { tables } from './0001-tables.ts';
import { applyBatch } from './0002-apply-batch.ts';
import { commitGroup } from './0003-commit-group.ts';
import type { Migrations } from './migrate.ts';

/** The steps of the schema. */
export const MIGRATIONS: Migrations = [tables, applyBatch, commitGroup];
