import type { createConsoleApi } from './composition/create-console-api.ts';

/** The type of the console's routes, for a typed client such as `hc<ConsoleApi>('/')`. */
export type ConsoleApi = ReturnType<typeof createConsoleApi>;
