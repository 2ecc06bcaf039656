import { ApiProblem } from '../../api/api-problem.ts';

/** Returns the free name that the server proposes when the requested one is in use. */
export function proposedName(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'NameConflict') return undefined;
  const { proposedName: name } = error.details;
  return typeof name === 'string' ? name : undefined;
}
