import { z } from '@hono/zod-openapi';
import { ERROR_CATALOG } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { EventHub } from '../events/event-hub.ts';
import { createConsoleRouter } from '../http/console-environment.ts';
import { get, returns } from '../http/http-schemas.ts';
import { idSchema, type ServerFacts } from '../http/shared-schemas.ts';
import type { ResumeService } from '../runs/resume-service.ts';
import type { RunHost } from '../runs/run-host.ts';
import { doctorSchema, skillListSchema, skillSchema, statusSchema } from './server-schemas.ts';

const listSkills = get(
  '/skills',
  {},
  returns(skillListSchema, 'The skills, and the problems of invalid ones'),
);
const getSkill = get(
  '/skills/{skill_id}',
  { params: z.object({ skill_id: idSchema }) },
  returns(skillSchema, 'The skill'),
);
const runDoctor = get('/doctor', {}, returns(doctorSchema, 'The checks, and how to fix failed ones'));
const getStatus = get('/status', {}, returns(statusSchema, 'The status of the server'));

/** Creates the routes about the server itself. */
export function createServerRoutes(options: {
  runHost: RunHost;
  hub: EventHub;
  resume: ResumeService;
  facts: ServerFacts;
  clock: () => number;
}) {
  const { runHost, hub, resume, facts, clock } = options;
  const startedAt = new Date(clock()).toISOString();
  let examination: ReturnType<typeof examine> | undefined;
  const skills = async () => {
    const { dir, skills: found, diagnostics } = await runHost.skills();
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
      examination ??= examine(runHost, clock).finally(() => {
        examination = undefined;
      });
      return c.json(await examination, 200);
    })
    .openapi(getStatus, async (c) => {
      const { policy, agents, registered_tools, pending_approvals, audit_records } = await runHost.status();
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

async function examine(runHost: RunHost, clock: () => number) {
  const begun = clock();
  const { ok, findings } = await runHost.doctor();
  return {
    ok,
    at: new Date(begun).toISOString(),
    took_ms: clock() - begun,
    findings: findings.map((finding) => ({ ...finding, remedy: finding.remedy ?? null })),
  };
}
