import { afterEach, beforeEach, describe } from 'vitest';
import { describeApprovals } from './state-store/describe-approvals.ts';
import { describeAuditLog } from './state-store/describe-audit-log.ts';
import { describeBatches, describeTexts } from './state-store/describe-batches.ts';
import { describeJournal, describeLoadedRuns } from './state-store/describe-journal.ts';
import { describeRuns } from './state-store/describe-runs.ts';
import { describeTokensAndGrants } from './state-store/describe-tokens-and-grants.ts';
import { StoreBench, type OpenStateStore } from './state-store/store-bench.ts';

/** The contract tests of a StateStore. Every adapter must pass them. */
export function describeStateStore(name: string, open: OpenStateStore): void {
  describe(`${name} as a StateStore`, () => {
    const bench = new StoreBench(open);
    beforeEach(() => bench.start());
    afterEach(() => bench.stop());

    describeRuns(bench);
    describeJournal(bench);
    describeApprovals(bench);
    describeTokensAndGrants(bench);
    describeAuditLog(bench);
    describeLoadedRuns(bench);
    describeBatches(bench);
    describeTexts(bench);
  });
}
