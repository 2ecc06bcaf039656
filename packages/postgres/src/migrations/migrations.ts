import { tables } from './0001-tables.ts';
import { applyBatch } from './0002-apply-batch.ts';
import { commitGroup } from './0003-commit-group.ts';
import { policiesPinsSessions } from './0004-policies-pins-sessions.ts';
import { logArchive } from './0005-log-archive.ts';
import { tenantAccess } from './0006-tenant-access.ts';
import { logStart } from './0007-log-start.ts';
import { runsAtWork } from './0008-runs-at-work.ts';
import { applications } from './0009-applications.ts';
import { authority } from './0010-authority.ts';
import { logGuard } from './0011-log-guard.ts';
import type { Migrations } from './migrate.ts';

/** The migrations of the schema. */
export const MIGRATIONS: Migrations = [
  tables,
  applyBatch,
  commitGroup,
  policiesPinsSessions,
  logArchive,
  tenantAccess,
  logStart,
  runsAtWork,
  applications,
  authority,
  logGuard,
];
