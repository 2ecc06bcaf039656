import { expect, it } from 'vitest';
import type { Engine } from '../../application/console/engine.ts';
import type { EventHub } from '../../application/console/event-hub.ts';
import type { ResumeService } from '../../application/console/resume-service.ts';
import { createServerRoutes } from './server-routes.ts';

it('examines once for concurrent requests, and again for later ones', async () => {
  let examinations = 0;
  const engine = {
    doctor: async () => {
      examinations += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { ok: true, findings: [] };
    },
  };
  const routes = createServerRoutes({
    engine: engine as unknown as Engine,
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
