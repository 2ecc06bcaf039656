import { readSkillDirectory, type SkillOutcome } from './load/read-skill.ts';
import { createSkillServices, type SkillLimits } from './skill-services.ts';
import { nameSkillTools } from './tools/tool-names.ts';

/** One line of the report: the result for one SKILL.md. */
export interface SkillReportLine {
  readonly path: string;
  readonly status: 'enabled' | 'repaired' | 'disabled';
  readonly code?: string;
  readonly skill_id: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly tool_name: string | null;
  readonly warnings: readonly string[];
}

// A report is requested explicitly and covers whole collections, so the limits are high.
const REPORT_LIMITS: Partial<SkillLimits> = { maxDepth: 64, maxDirectories: 1_000_000 };

/** Reports for every SKILL.md below a folder whether it can be used, and if not, why. */
export async function reportSkills(dir: string, describeFromText = false): Promise<SkillReportLine[]> {
  const services = createSkillServices({ limits: REPORT_LIMITS });
  const { outcomes, skipped } = await readSkillDirectory(
    dir,
    { mode: 'function_tool', describeFromText },
    services,
  );
  const names = nameSkillTools(outcomes.flatMap(({ skill }) => skill?.descriptor.skill_id ?? []));
  const links = skipped.filter(({ path }) => /(?:^|\/)(?:SKILL|skill)\.md$/.test(path));
  return [
    ...outcomes.map((outcome) => describeOutcome(outcome, names)),
    ...links.map(({ path, reason }) => describePassedBy(path, reason)),
  ];
}

function describeOutcome(outcome: SkillOutcome, names: ReadonlyMap<string, string>): SkillReportLine {
  const { path, status, code, skill_id, name, description, problem, skill } = outcome;
  return {
    path,
    status,
    ...(code ? { code } : {}),
    skill_id: skill_id ?? null,
    name: name ?? null,
    description: description ?? null,
    tool_name: (skill && names.get(skill.descriptor.skill_id)) ?? null,
    warnings: problem === undefined ? outcome.warnings : [problem, ...outcome.warnings],
  };
}

function describePassedBy(path: string, reason: string): SkillReportLine {
  const nothing = { skill_id: null, name: null, description: null, tool_name: null };
  return { path, status: 'disabled', code: 'AGENTS-E-SKILL-PARSE', ...nothing, warnings: [`${reason}.`] };
}
