import { type ErrorCode, SekishoError } from '@sekisho/engine';
import { didYouMean, type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';
import { selectDetail, summarizeManifest } from './load/build-manifest.ts';
import { readSkillDirectory, type SkillOutcome } from './load/read-skill.ts';
import { findSkill, requireLoaded } from './loaded-skill.ts';
import { createSkillServices, DEFAULT_SKILL_LIMITS } from './skill-services.ts';
import type { SkillLimits, SkillServices } from './skill-services.ts';
import { skillModeSchema } from './skill-types.ts';
import type { Skill, SkillDetailLevel, SkillManifest, SkillMode, SkillSummary } from './skill-types.ts';
import { nameSkillTools } from './tools/tool-names.ts';

/** Loads the skills below a folder. Skills that cannot be used are omitted. */
export async function loadSkills(options: LoadSkillsOptions): Promise<Skill[]> {
  const { skills } = await loadSkillsDetailed(options);
  return skills;
}

/** The options of `loadSkills()`. */
export interface LoadSkillsOptions extends Partial<Omit<SkillServices, 'limits'>> {
  /** A folder of skills, or the folder of one skill. */
  readonly dir: string;
  readonly mode?: SkillMode | undefined;
  readonly limits?: Partial<SkillLimits> | undefined;
  /** Also loads skills without a description and uses their first paragraph instead. */
  readonly describeFromText?: boolean | undefined;
  /** Is called for every skill that was disabled, repaired or has a warning. */
  readonly onDiagnostic?: ((diagnostic: SkillDiagnostic) => void) | undefined;
}

const OPTIONS: OptionNames<LoadSkillsOptions> = {
  dir: true,
  mode: true,
  limits: true,
  describeFromText: true,
  onDiagnostic: true,
  fileSystem: true,
  markdownParser: true,
  schemaValidator: true,
};

/** The usable skills, and the diagnostics of all skills. */
export interface LoadedSkills {
  readonly skills: Skill[];
  readonly diagnostics: SkillDiagnostic[];
}

/** A problem of a SKILL.md that was found. */
export interface SkillDiagnostic {
  /** `error`: the skill is disabled. `warning`: the skill can be used. */
  readonly severity: 'warning' | 'error';
  /** The path of the SKILL.md or folder, relative to `dir`. */
  readonly path: string;
  readonly message: string;
  readonly code?: ErrorCode;
}

/** Loads the skills below a folder and returns diagnostics. An invalid skill does not affect the others. */
export async function loadSkillsDetailed(options: LoadSkillsOptions): Promise<LoadedSkills> {
  requireKnownOptions(options, OPTIONS, { place: 'loadSkills()' });
  requireKnownOptions(options.limits, DEFAULT_SKILL_LIMITS, { place: 'loadSkills({ limits })' });
  const { dir, describeFromText = false, onDiagnostic } = options;
  const mode = requireMode(options.mode ?? 'function_tool');
  const reading = await readSkillDirectory(dir, { mode, describeFromText }, createSkillServices(options));
  const diagnostics: SkillDiagnostic[] = [];
  for (const { path, reason } of reading.skipped)
    diagnostics.push({ severity: 'warning', path, message: `"${path || '.'}" was skipped: ${reason}.` });
  for (const { path, code, problem, warnings } of reading.outcomes) {
    if (problem !== undefined)
      diagnostics.push({ severity: 'error', path, message: problem, ...(code ? { code } : {}) });
    for (const message of warnings) diagnostics.push({ severity: 'warning', path, message });
  }
  for (const diagnostic of diagnostics) onDiagnostic?.(diagnostic);
  return { skills: reading.outcomes.flatMap(({ skill }) => skill ?? []), diagnostics };
}

function requireMode(mode: unknown): SkillMode {
  const parsed = skillModeSchema.safeParse(mode);
  if (parsed.success) return parsed.data;
  const hint = didYouMean(String(mode), skillModeSchema.options) || ' Use "function_tool" or "child_agent".';
  const message = `The mode ${JSON.stringify(mode)} of loadSkills() is unknown.${hint}`;
  throw new SekishoError('AGENTS-E-INPUT-INVALID', message);
}

/** Returns one summary for each skill. */
export async function listSkills(skills: readonly Skill[]): Promise<SkillSummary[]> {
  return requireLoaded(skills).map(({ manifest }) => summarizeManifest(manifest));
}

/** Returns the manifest of one skill. */
export async function describeSkill(
  skills: readonly Skill[],
  skillId: string,
  detailLevel: SkillDetailLevel = 'summary',
): Promise<SkillManifest> {
  return selectDetail(findSkill(requireLoaded(skills), skillId).manifest, detailLevel);
}

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
