import type { createConsoleApi } from './interfaces/console/create-console-api.ts';

/** The routes of the console as a type, for a typed client such as `hc<ConsoleApi>('/')`. */
export type ConsoleApi = ReturnType<typeof createConsoleApi>;
