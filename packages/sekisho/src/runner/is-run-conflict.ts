import { SekishoError } from '@sekisho/engine';

/** Returns whether another process claimed the run, before or while this process executed it. */
export const isRunConflict = (error: unknown): boolean =>
  error instanceof SekishoError &&
  (error.code === 'AGENTS-E-RESUME-TOKEN' || error.code === 'AGENTS-E-RUN-CONFLICT');
