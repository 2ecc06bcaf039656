import { access } from 'node:fs/promises';

/** Returns true when the path exists. */
export async function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
