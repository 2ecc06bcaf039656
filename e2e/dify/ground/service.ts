/** A server process that the tests started and must stop. */
export type Service = { port: number; stop: () => Promise<void> };
