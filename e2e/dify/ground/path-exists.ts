import { access } from 'node:fs/promises';

/** True when something is at that path. */
export async function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
