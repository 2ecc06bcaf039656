import type { Tool } from '../sdk/upstream.ts';
import { isSkillTool } from './skill-tool-origin.ts';

/**
 * The offered tools that a skill may have. `allowed-tools` is an upper bound and never a grant: a tool that the host
 * did not offer stays away, and an entry for part of a tool, such as `Bash(git:*)`, does not open the whole of it.
 */
export function limitTools(offered: readonly Tool[], allowed: readonly string[] | undefined): Tool[] {
  // Skills inside skills would nest agents without an end.
  const candidates = offered.filter((candidate) => !isSkillTool(candidate));
  if (allowed === undefined || allowed.includes('*')) return candidates;
  const names = new Set(allowed.flatMap((name) => [name, name.replace(/[^A-Za-z0-9]/g, '_')]));
  return candidates.filter(({ name }) => names.has(name));
}
