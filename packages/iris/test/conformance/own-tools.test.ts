import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { notApplicable } from './not-applicable.ts';
import { serveOwnTools } from './serve-own-tools.ts';
import { findFulfilled, readRequired, runSuite } from './suite.ts';

let server: Awaited<ReturnType<typeof serveOwnTools>>;
beforeAll(async () => {
  server = await serveOwnTools();
});
afterAll(() => server.close());

const tasks = ['tasks-capability-negotiation', 'tasks-wire-fields', 'tasks-request-state-removal'];

/** With the number of required scenarios that iris fulfills, and the scenarios of extensions. The faster revision is first. */
const REVISIONS: [revision: string, count: number, extra: readonly string[]][] = [
  ['2025-11-25', 20, []],
  ['2026-07-28', 20, tasks],
];

describe.concurrent('the conformance suite with the tools of iris', () => {
  it.each(REVISIONS.slice(0, proofSize('conformanceRevisions')))(
    'passes every applicable check of %s and %i complete required scenarios',
    async (revision, count, extra) => {
      const checks = await runSuite(server.url, revision);
      const listed = notApplicable.filter(({ revisions }) => revisions.includes(revision));
      // Compared for equality, so that an obsolete entry fails the test.
      expect(new Set(checks.filter(({ isFulfilled }) => !isFulfilled).map(({ name }) => name))).toEqual(
        new Set(listed.flatMap((entry) => entry.checks)),
      );
      const fulfilled = findFulfilled(checks);
      expect((await readRequired(revision)).filter((name) => fulfilled.has(name))).toHaveLength(count);
      expect(extra.filter((scenario) => !fulfilled.has(scenario))).toEqual([]);
    },
    240_000,
  );
});
