import { ApiProblem } from '../../api/api-problem.ts';

/** The free name that the server proposes when the wanted one is taken. */
export function proposedName(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'NameConflict') return undefined;
  const { proposedName: name } = error.details;
  return typeof name === 'string' ? name : undefined;
}
