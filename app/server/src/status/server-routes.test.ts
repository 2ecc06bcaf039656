import { expect, it } from 'vitest';
import type { EventHub } from '../events/event-hub.ts';
import type { ResumeService } from '../runs/resume-service.ts';
import type { RunHost } from '../runs/run-host.ts';
import { createServerRoutes } from './server-routes.ts';

it('examines once for concurrent requests, and again for later ones', async () => {
  let examinations = 0;
  const runHost = {
    doctor: async () => {
      examinations += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { ok: true, findings: [] };
    },
  };
  const routes = createServerRoutes({
    runHost: runHost as unknown as RunHost,
    hub: {} as EventHub,
    resume: {} as ResumeService,
    facts: { mode: 'mock', store: 'sqlite', version: '0' },
    clock: () => 0,
  });
  const ask = async () => (await routes.request('/doctor')).status;
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
  expect(examinations).toBe(1);
  await ask();
  expect(examinations).toBe(2);
});
