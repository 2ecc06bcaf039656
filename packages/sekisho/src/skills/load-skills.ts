import { skillModeSchema } from '../contracts/skill-mode.ts';
import type { SkillMode } from '../contracts/skill-mode.ts';
import type { Skill } from '../contracts/skill.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { didYouMean } from '../errors/did-you-mean.ts';
import { requireKnownOptions } from '../errors/require-known-options.ts';
import type { OptionNames } from '../errors/require-known-options.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { createSkillServices, DEFAULT_SKILL_LIMITS } from './skill-services.ts';
import { readSkillDirectory } from './load/read-skill-directory.ts';
import type { SkillOutcome } from './load/read-skill-directory.ts';
import type { SkillLimits, SkillServices } from './skill-services.ts';

/** Loads the skills below a folder; skills that cannot be used are left out. */
export async function loadSkills(options: LoadSkillsOptions): Promise<Skill[]> {
  const { skills } = await loadSkillsDetailed(options);
  return skills;
}

/** What to load and how. */
export interface LoadSkillsOptions extends Partial<Omit<SkillServices, 'limits'>> {
  /** A folder of skills, or the folder of one skill. */
  readonly dir: string;
  readonly mode?: SkillMode | undefined;
  readonly limits?: Partial<SkillLimits> | undefined;
  /** Load skills without a description too, with their first paragraph in its place. */
  readonly describeFromText?: boolean | undefined;
  /** Hears of every skill that was disabled, mended or doubtful. */
  readonly onDiagnostic?: ((diagnostic: SkillDiagnostic) => void) | undefined;
}

/** The skills that can be used, and what was wrong with the others. */
export interface LoadedSkills {
  readonly skills: Skill[];
  readonly diagnostics: SkillDiagnostic[];
}

/** Loads the skills below a folder and says what became of the rest. One bad skill never stops the others. */
export async function loadSkillsDetailed(options: LoadSkillsOptions): Promise<LoadedSkills> {
  requireKnownOptions(options, OPTIONS, { place: 'loadSkills()' });
  requireKnownOptions(options.limits, DEFAULT_SKILL_LIMITS, { place: 'loadSkills({ limits })' });
  const { describeFromText = false } = options;
  const mode = requireMode(options.mode ?? 'function_tool');
  const services = createSkillServices(options);
  const reading = await readSkillDirectory(options.dir, { mode, describeFromText }, services);
  const diagnostics = [
    ...reading.passedBy.map(({ path, reason }): SkillDiagnostic => {
      return { severity: 'warning', path, message: `"${path || '.'}" was passed by: ${reason}.` };
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
  const message = `The mode ${JSON.stringify(mode)} of loadSkills() is not known.${hint}`;
  throw new SekishoError('AGENTS-E-INPUT-INVALID', message);
}

function describeOutcome({ path, code, problem, warnings }: SkillOutcome): SkillDiagnostic[] {
  const found = warnings.map((message): SkillDiagnostic => ({ severity: 'warning', path, message }));
  if (problem === undefined) return found;
  return [{ severity: 'error', path, message: problem, ...(code ? { code } : {}) }, ...found];
}

/** Something a person should know about a SKILL.md that was found. */
export interface SkillDiagnostic {
  /** `error`: the skill is disabled. `warning`: it works. */
  readonly severity: 'warning' | 'error';
  /** The path of the SKILL.md or folder below `dir`. */
  readonly path: string;
  readonly message: string;
  readonly code?: ErrorCode;
}
