import { createRoute, z } from '@hono/zod-openapi';
import { ERROR_CATALOG } from 'sekisho';
import { ConsoleError } from '../../application/console/console-error.ts';
import type { Engine } from '../../application/console/engine.ts';
import type { EventHub } from '../../application/console/event-hub.ts';
import type { ResumeService } from '../../application/console/resume-service.ts';
import { answer, problems } from '../http-schemas.ts';
import { doctorSchema, skillListSchema, skillSchema, statusSchema } from './server-schemas.ts';
import { createConsoleRouter } from './console-environment.ts';
import { idSchema } from './shared-schemas.ts';
import type { ServerFacts } from './sign-in-routes.ts';

const listSkills = createRoute({
  method: 'get',
  path: '/skills',
  responses: { 200: answer(skillListSchema, 'The skills, and the problems of invalid ones'), ...problems },
});
const getSkill = createRoute({
  method: 'get',
  path: '/skills/{skill_id}',
  request: { params: z.object({ skill_id: idSchema }) },
  responses: { 200: answer(skillSchema, 'The skill'), ...problems },
});
const runDoctor = createRoute({
  method: 'get',
  path: '/doctor',
  responses: { 200: answer(doctorSchema, 'The checks, and how to fix failed ones'), ...problems },
});
const getStatus = createRoute({
  method: 'get',
  path: '/status',
  responses: { 200: answer(statusSchema, 'The status of the server'), ...problems },
});

/** Creates the routes about the server itself. */
export function createServerRoutes(options: {
  engine: Engine;
  hub: EventHub;
  resume: ResumeService;
  facts: ServerFacts;
  clock: () => number;
}) {
  const { engine, hub, resume, facts, clock } = options;
  const startedAt = new Date(clock()).toISOString();
  let examination: ReturnType<typeof examine> | undefined;
  const skills = async () => {
    const { dir, skills: found, diagnostics } = await engine.skills();
    const items = found.map(({ descriptor, manifest }) => {
      const { skill_id, name, overview, tags } = manifest;
      return { skill_id, name, overview, tags, mode: descriptor.mode, manifest };
    });
    return { dir, items, diagnostics };
  };
  return createConsoleRouter()
    .openapi(listSkills, async (c) => {
      const { dir, items, diagnostics } = await skills();
      return c.json(
        {
          dir,
          items: items.map(({ manifest: _whole, ...item }) => item),
          diagnostics: diagnostics.map(({ code, ...found }) => {
            const { cause = null, remedy = null } = code === undefined ? {} : ERROR_CATALOG[code];
            return { ...found, code: code ?? null, cause, remedy };
          }),
        },
        200,
      );
    })
    .openapi(getSkill, async (c) => {
      const { skill_id: id } = c.req.valid('param');
      const skill = (await skills()).items.find((item) => item.skill_id === id);
      if (skill === undefined) throw new ConsoleError('NotFound', 'There is no such skill.');
      const { usage_examples, constraints, input_schema } = skill.manifest;
      return c.json({ ...skill, manifest: { usage_examples, constraints }, input_schema }, 200);
    })
    .openapi(runDoctor, async (c) => {
      // An examination reads the whole log, so concurrent requests share one result.
      examination ??= examine(engine, clock).finally(() => {
        examination = undefined;
      });
      return c.json(await examination, 200);
    })
    .openapi(getStatus, async (c) => {
      const { policy, agents, registered_tools, pending_approvals, audit_records } = await engine.status();
      return c.json(
        {
          policy,
          agents: [...agents],
          registered_tools,
          pending_approvals,
          audit_records,
          ...facts,
          node: process.versions.node,
          started_at: startedAt,
          streams: hub.streams,
          running: resume.running,
        },
        200,
      );
    });
}

async function examine(engine: Engine, clock: () => number) {
  const begun = clock();
  const { ok, findings } = await engine.doctor();
  return {
    ok,
    at: new Date(begun).toISOString(),
    took_ms: clock() - begun,
    findings: findings.map((finding) => ({ ...finding, remedy: finding.remedy ?? null })),
  };
}
