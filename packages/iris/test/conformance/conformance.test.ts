import { describe, expect, it } from 'vitest';
import { acceptEverybody } from '@sekisho/mcp-http';
import { serveHttp } from '../../src/http/serve-http.ts';
import { fixtureSurface } from './fixture-surface.ts';
import { findFulfilled, readRequired, runSuite } from './suite.ts';

const tasks = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
];

describe.concurrent('the conformance suite', () => {
  it.each([
    ['2025-11-25', 30, []],
    ['2026-07-28', 37, tasks],
  ])('passes every required scenario of %s (%i) and the task scenarios', async (revision, count, extra) => {
    const server = await serveHttp(fixtureSurface, {
      authenticate: acceptEverybody,
      requestsPerMinute: 100_000,
    });
    try {
      const fulfilled = findFulfilled(await runSuite(server.url, revision));
      const required = await readRequired(revision);
      expect(required).toHaveLength(count);
      expect([...required, ...extra].filter((scenario) => !fulfilled.has(scenario))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
