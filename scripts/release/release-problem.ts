import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';

/** Why nothing can be released from this folder now: a release is made from a commit with its versions and changelogs. */
export function releaseProblem(root: string): string | undefined {
  const waiting = globSync('.changeset/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md'));
  if (waiting.length > 0) {
    return `${waiting.length} changesets are not part of a version yet. Run "npm run versions", look at the result and commit it.`;
  }
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trimEnd();
  return changes === '' ? undefined : `Commit or remove these changes first:\n${changes}`;
}
