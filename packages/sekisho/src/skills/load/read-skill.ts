import { basename } from 'node:path';
import type { ErrorCode } from '@sekisho/engine';
import { hasHidden, removeHidden } from '@sekisho/engine/integration';
import type { SkillDescriptor } from '../types/skill-descriptor.ts';
import type { SkillMode } from '../types/skill-mode.ts';
import { buildManifest } from '../manifest/build-manifest.ts';
import { confinePath } from '../files/confine-path.ts';
import { decodeSkillText } from '../parse/decode-skill-text.ts';
import type { SkillFolder } from './discover-skills.ts';
import { hashFiles, sha256Of } from '../files/skill-files.ts';
import { LoadedSkill } from '../loaded-skill.ts';
import { firstParagraph } from '../manifest/markdown-parser.ts';
import { parseSkillText } from '../parse/parse-skill-text.ts';
import type { SkillText } from '../parse/parse-skill-text.ts';
import { resolveInputSchema, resolveOutputSchema } from '../schema/resolve-schema.ts';
import type { SkillHeader } from '../parse/skill-header.ts';
import { isConformantName } from './skill-id.ts';
import type { SkillServices } from '../skill-services.ts';

/** Options for reading a SKILL.md. */
export interface ReadSkillOptions {
  readonly mode: SkillMode;
  /** Uses the first paragraph when the description is missing, instead of disabling the skill. */
  readonly describeFromText: boolean;
}

/** The contents of one SKILL.md before an id is assigned. */
export interface SkillDraft {
  readonly path: string;
  readonly status: 'enabled' | 'repaired' | 'disabled';
  /** Creates the skill. Absent if the skill is disabled. */
  readonly build?: (skillId: string) => LoadedSkill;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly code?: ErrorCode;
  readonly problem?: string;
  readonly warnings: readonly string[];
}

const MAX_DESCRIPTION_CHARS = 1024;

/** Reads one SKILL.md. It never throws: a file that cannot be used becomes a disabled draft with a reason. */
export async function readSkill(
  found: SkillFolder,
  options: ReadSkillOptions,
  services: SkillServices,
): Promise<SkillDraft> {
  try {
    return await readSkillFile(found, options, services);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { path: found.path, status: 'disabled', code: 'AGENTS-E-SKILL-PARSE', problem, warnings: [] };
  }
}

async function readSkillFile(
  found: SkillFolder,
  options: ReadSkillOptions,
  services: SkillServices,
): Promise<SkillDraft> {
  const warnings: string[] = [];
  const known: { name?: string; description?: string } = {};
  const disabled = (problem: string, code: ErrorCode = 'AGENTS-E-SKILL-PARSE'): SkillDraft => {
    return { ...known, path: found.path, status: 'disabled', code, problem, warnings };
  };
  const bytes = await services.fileSystem.read(found.file, services.limits.maxFileBytes);
  const decoded = decodeSkillText(bytes);
  if ('problem' in decoded) return disabled(`The file cannot be read: ${decoded.problem}.`);
  const parsed = parseText(decoded.text, options, services);
  if ('problem' in parsed) return disabled(parsed.problem);
  const { header, body } = parsed;

  const directory = basename(found.folder);
  const name = header.name ?? directory;
  known.name = name;
  warnings.push(...decoded.warnings, ...parsed.warnings, ...findWarnings(header, directory, decoded.text));
  const description =
    header.description ??
    (options.describeFromText ? firstParagraph(body, services.markdownParser) : undefined);
  if (description === undefined || removeHidden(description).trim() === '') {
    return disabled('The description is missing. Add "description:" to the front matter.');
  }
  if (header.description === undefined)
    warnings.push('The description is missing; the first paragraph was used.');
  known.description = description;

  const schemas = await resolveSchemas(parsed, found, services);
  if ('problem' in schemas) return disabled(schemas.problem, 'AGENTS-E-SKILL-SCHEMA');
  const origin = {
    folder: found.folder,
    file: found.file,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    files: await hashFiles(found, services, warnings),
    allowedTools: header.allowedTools,
    isHiddenFromModels: header.isHiddenFromModels,
    services,
  };
  const build = (skillId: string): LoadedSkill => {
    const descriptor = { skill_id: skillId, mode: options.mode, ...schemas };
    const manifest = buildManifest({ descriptor, name, description, header, body }, services);
    return new LoadedSkill({ descriptor, manifest, source_path: found.file }, origin);
  };
  const isRepaired = parsed.isRepaired || header.name === undefined || header.description === undefined;
  return { ...known, path: found.path, status: isRepaired ? 'repaired' : 'enabled', build, warnings };
}

function parseText(
  text: string,
  options: ReadSkillOptions,
  { limits }: SkillServices,
): SkillText | { readonly problem: string } {
  const parsed = parseSkillText(text, limits.maxFrontMatterChars);
  if (!('problem' in parsed) || parsed.kind === 'broken' || !options.describeFromText) return parsed;
  // A fence such as `---js` opens front matter of an unsupported kind, so the text after it is not a paragraph.
  if (text.trimStart().startsWith('---')) return parsed;
  return { header: NO_HEADER, body: text, isRepaired: true, warnings: ['The front matter is missing.'] };
}

const NO_HEADER: SkillHeader = {
  tags: [],
  isHiddenFromModels: false,
  inputSchema: {},
  outputSchema: {},
  examples: [],
  warnings: [],
};

async function resolveSchemas(
  { header, body }: SkillText,
  found: SkillFolder,
  services: SkillServices,
): Promise<Pick<SkillDescriptor, 'input_schema' | 'output_schema'> | { readonly problem: string }> {
  const surroundings = {
    body,
    markdownParser: services.markdownParser,
    schemaValidator: services.schemaValidator,
    readFile: (path: string) => readText(found.folder, path, services),
  };
  const input = await resolveInputSchema(header, surroundings);
  if ('problem' in input) return { problem: `input_schema cannot be used: ${input.problem}.` };
  const output = await resolveOutputSchema(header, surroundings);
  if (!output) return { input_schema: input.schema };
  if ('problem' in output) return { problem: `output_schema cannot be used: ${output.problem}.` };
  return { input_schema: input.schema, output_schema: output.schema };
}

function findWarnings(header: SkillHeader, directory: string, text: string): string[] {
  const warnings: string[] = [];
  if (header.name === undefined) warnings.push('The name is missing; the name of the folder was used.');
  else if (!isConformantName(header.name)) {
    warnings.push('The name does not consist of at most 64 lower-case letters, digits and single hyphens.');
  } else if (header.name !== directory) warnings.push('The name differs from the name of the folder.');
  if ((header.description?.length ?? 0) > MAX_DESCRIPTION_CHARS) {
    warnings.push(`The description is longer than ${MAX_DESCRIPTION_CHARS} characters.`);
  }
  if (hasHidden(text)) warnings.push('The text contains invisible characters. They are removed.');
  return warnings;
}

async function readText(folder: string, path: string, services: SkillServices): Promise<string> {
  const real = await confinePath(services.fileSystem, folder, path);
  return new TextDecoder().decode(await services.fileSystem.read(real, services.limits.maxReadBytes));
}
