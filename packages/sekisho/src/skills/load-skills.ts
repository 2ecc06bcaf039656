import { type ErrorCode, SekishoError } from '@sekisho/engine';
import { didYouMean, type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';
import { selectDetail, summarizeManifest } from './load/build-manifest.ts';
import { readSkillDirectory } from './load/read-skill.ts';
import { findSkill, requireLoaded } from './loaded-skill.ts';
import { createSkillServices, DEFAULT_SKILL_LIMITS } from './skill-services.ts';
import type { SkillLimits, SkillServices } from './skill-services.ts';
import { skillModeSchema } from './skill-types.ts';
import type { Skill, SkillDetailLevel, SkillManifest, SkillMode, SkillSummary } from './skill-types.ts';

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
