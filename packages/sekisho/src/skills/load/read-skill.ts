import { basename } from 'node:path';
import type { ErrorCode } from '@sekisho/engine';
import { hasHidden, removeHidden } from '@sekisho/engine/integration';
import { LoadedSkill } from '../loaded-skill.ts';
import type { SkillServices } from '../skill-services.ts';
import type { SkillMode } from '../skill-types.ts';
import { buildManifest } from './build-manifest.ts';
import { discoverSkills, mapBounded, type SkillFolder, type SkillSearch } from './discover-skills.ts';
import { firstParagraph } from './markdown-parser.ts';
import { resolveSchemas } from './resolve-schema.ts';
import { confinePath } from './skill-file-system.ts';
import { hashFiles, sha256Of } from './skill-files.ts';
import type { SkillHeader } from './skill-header.ts';
import { assignSkillIds, isConformantName, skillIdFor } from './skill-id.ts';
import { decodeSkillText, parseSkillText, type SkillText } from './skill-text.ts';

/** Options for reading a SKILL.md. */
export interface ReadSkillOptions {
  readonly mode: SkillMode;
  /** Uses the first paragraph when the description is missing, instead of disabling the skill. */
  readonly describeFromText: boolean;
}

/** The result of reading one SKILL.md. */
export interface SkillOutcome {
  readonly path: string;
  readonly status: 'enabled' | 'repaired' | 'disabled';
  /** Absent if the skill is disabled. */
  readonly skill?: LoadedSkill;
  readonly skill_id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly code?: ErrorCode;
  readonly problem?: string;
  readonly warnings: readonly string[];
}

interface SkillDraft extends Omit<SkillOutcome, 'skill' | 'skill_id'> {
  /** Creates the skill. Absent if the skill is disabled. */
  readonly build?: (skillId: string) => LoadedSkill;
}

/** The results for every SKILL.md below a folder in path order, and the paths that were skipped. */
export interface SkillDirectoryReading extends Pick<SkillSearch, 'skipped'> {
  readonly outcomes: readonly SkillOutcome[];
}

/** Reads every SKILL.md below a folder. Throws only when the folder cannot be opened. */
export async function readSkillDirectory(
  dir: string,
  options: ReadSkillOptions,
  services: SkillServices,
): Promise<SkillDirectoryReading> {
  const { folders, skipped } = await discoverSkills(dir, services);
  const drafts = await mapBounded(folders, services.limits.concurrency, (found) =>
    readSkill(found, options, services),
  );
  return { outcomes: withIds(drafts), skipped };
}

function withIds(drafts: readonly SkillDraft[]): SkillOutcome[] {
  const named = drafts.flatMap(({ path, name, build }) => (build && name ? { path, name } : []));
  const ids = assignSkillIds(named);
  const uses = Map.groupBy(named, ({ name }) => skillIdFor(name));
  return drafts.map(({ build, ...draft }) => {
    const plain = draft.name && skillIdFor(draft.name);
    const id = ids.get(draft.path);
    if (!build || id === undefined) return { ...draft, skill_id: plain };
    const count = uses.get(plain ?? '')?.length ?? 1;
    const shared = `The name "${draft.name}" is used by ${count} skills, so the id is "${id}".`;
    const warnings = count > 1 ? [...draft.warnings, shared] : draft.warnings;
    return { ...draft, skill: build(id), skill_id: id, warnings };
  });
}

/** Reads one SKILL.md. It never throws: a file that cannot be used becomes a disabled draft with a reason. */
async function readSkill(
  found: SkillFolder,
  options: ReadSkillOptions,
  services: SkillServices,
): Promise<SkillDraft> {
  const warnings: string[] = [];
  const known: { name?: string; description?: string } = {};
  const disabled = (problem: string, code: ErrorCode = 'AGENTS-E-SKILL-PARSE'): SkillDraft => {
    return { ...known, path: found.path, status: 'disabled', code, problem, warnings };
  };
  try {
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
    if (description === undefined || removeHidden(description).trim() === '')
      return disabled('The description is missing. Add "description:" to the front matter.');
    if (header.description === undefined)
      warnings.push('The description is missing; the first paragraph was used.');
    known.description = description;

    const readFile = (path: string) => readText(found.folder, path, services);
    const schemas = await resolveSchemas(parsed, { ...services, readFile });
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
  } catch (error) {
    return disabled(error instanceof Error ? error.message : String(error));
  }
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
  const lists = { tags: [], examples: [], warnings: [] };
  const header = { ...lists, isHiddenFromModels: false, inputSchema: {}, outputSchema: {} };
  return { header, body: text, isRepaired: true, warnings: ['The front matter is missing.'] };
}

const MAX_DESCRIPTION_CHARS = 1024;

function findWarnings(header: SkillHeader, directory: string, text: string): string[] {
  const warnings: string[] = [];
  if (header.name === undefined) warnings.push('The name is missing; the name of the folder was used.');
  else if (!isConformantName(header.name))
    warnings.push('The name does not consist of at most 64 lower-case letters, digits and single hyphens.');
  else if (header.name !== directory) warnings.push('The name differs from the name of the folder.');
  if ((header.description?.length ?? 0) > MAX_DESCRIPTION_CHARS)
    warnings.push(`The description is longer than ${MAX_DESCRIPTION_CHARS} characters.`);
  if (hasHidden(text)) warnings.push('The text contains invisible characters. They are removed.');
  return warnings;
}

async function readText(folder: string, path: string, services: SkillServices): Promise<string> {
  const real = await confinePath(services.fileSystem, folder, path);
  return new TextDecoder().decode(await services.fileSystem.read(real, services.limits.maxReadBytes));
}
