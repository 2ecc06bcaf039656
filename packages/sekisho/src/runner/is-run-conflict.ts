import { SekishoError } from '../errors/sekisho-error.ts';

/** Whether another process claimed the run first, or took it over while this one worked on it. */
export const isRunConflict = (error: unknown): boolean =>
  error instanceof SekishoError &&
  (error.code === 'AGENTS-E-RESUME-TOKEN' || error.code === 'AGENTS-E-RUN-CONFLICT');
