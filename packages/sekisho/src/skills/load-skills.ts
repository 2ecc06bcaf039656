import { type ErrorCode, SekishoError } from '@sekisho/engine';
import { didYouMean, type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';
import { skillModeSchema } from './types/skill-mode.ts';
import type { SkillMode } from './types/skill-mode.ts';
import type { Skill } from './types/skill.ts';
import { createSkillServices, DEFAULT_SKILL_LIMITS } from './skill-services.ts';
import { readSkillDirectory } from './load/read-skill-directory.ts';
import type { SkillOutcome } from './load/read-skill-directory.ts';
import type { SkillLimits, SkillServices } from './skill-services.ts';

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

/** The usable skills, and the diagnostics of all skills. */
export interface LoadedSkills {
  readonly skills: Skill[];
  readonly diagnostics: SkillDiagnostic[];
}

/** Loads the skills below a folder and returns diagnostics. An invalid skill does not affect the others. */
export async function loadSkillsDetailed(options: LoadSkillsOptions): Promise<LoadedSkills> {
  requireKnownOptions(options, OPTIONS, { place: 'loadSkills()' });
  requireKnownOptions(options.limits, DEFAULT_SKILL_LIMITS, { place: 'loadSkills({ limits })' });
  const { describeFromText = false } = options;
  const mode = requireMode(options.mode ?? 'function_tool');
  const services = createSkillServices(options);
  const reading = await readSkillDirectory(options.dir, { mode, describeFromText }, services);
  const diagnostics = [
    ...reading.skipped.map(({ path, reason }): SkillDiagnostic => {
      return { severity: 'warning', path, message: `"${path || '.'}" was skipped: ${reason}.` };
    }),
    ...reading.outcomes.flatMap(describeOutcome),
  ];
  for (const diagnostic of diagnostics) options.onDiagnostic?.(diagnostic);
  return { skills: reading.outcomes.flatMap(({ skill }) => skill ?? []), diagnostics };
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

function requireMode(mode: unknown): SkillMode {
  const parsed = skillModeSchema.safeParse(mode);
  if (parsed.success) return parsed.data;
  const hint = didYouMean(String(mode), skillModeSchema.options) || ' Use "function_tool" or "child_agent".';
  const message = `The mode ${JSON.stringify(mode)} of loadSkills() is unknown.${hint}`;
  throw new SekishoError('AGENTS-E-INPUT-INVALID', message);
}

function describeOutcome({ path, code, problem, warnings }: SkillOutcome): SkillDiagnostic[] {
  const found = warnings.map((message): SkillDiagnostic => ({ severity: 'warning', path, message }));
  if (problem === undefined) return found;
  return [{ severity: 'error', path, message: problem, ...(code ? { code } : {}) }, ...found];
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
