import type { LoadedSkill } from '../loaded-skill.ts';
import type { SkillServices } from '../skill-services.ts';
import { discoverSkills } from './discover-skills.ts';
import { mapBounded } from './map-bounded.ts';
import { readSkill } from './read-skill.ts';
import type { ReadSkillOptions, SkillDraft } from './read-skill.ts';
import { assignSkillIds, skillIdFor } from './skill-id.ts';

/** The result of reading one SKILL.md. */
export interface SkillOutcome extends Omit<SkillDraft, 'build'> {
  readonly skill?: LoadedSkill;
  readonly skill_id?: string | undefined;
}

/** The results for every SKILL.md below a folder in path order, and the paths that were skipped. */
export interface SkillDirectoryReading {
  readonly outcomes: readonly SkillOutcome[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** Reads every SKILL.md below a folder. Throws only when the folder cannot be opened. */
export async function readSkillDirectory(
  dir: string,
  options: ReadSkillOptions,
  services: SkillServices,
): Promise<SkillDirectoryReading> {
  const { folders, skipped } = await discoverSkills(dir, services.fileSystem, services.limits);
  const drafts = await mapBounded(folders, services.limits.concurrency, (found) =>
    readSkill(found, options, services),
  );
  return { outcomes: withIds(drafts), skipped };
}

function withIds(drafts: readonly SkillDraft[]): SkillOutcome[] {
  const named = drafts.flatMap(({ path, name, build }) => (build && name ? { path, name } : []));
  const ids = assignSkillIds(named);
  const uses = new Map<string, number>();
  for (const { name } of named) uses.set(skillIdFor(name), (uses.get(skillIdFor(name)) ?? 0) + 1);
  return drafts.map(({ build, ...draft }) => {
    const plain = draft.name && skillIdFor(draft.name);
    const id = ids.get(draft.path);
    if (!build || id === undefined) return { ...draft, skill_id: plain };
    const count = uses.get(plain ?? '') ?? 1;
    const shared =
      count > 1 ? [`The name "${draft.name}" is used by ${count} skills, so the id is "${id}".`] : [];
    return { ...draft, skill: build(id), skill_id: id, warnings: [...draft.warnings, ...shared] };
  });
}
