/** The sizes of the long tests: reduced in `npm test`, full in `npm run test:slow`. */
const SIZES = {
  /** Runs whose worker processes are killed at random moments. */
  killedRuns: { short: 8, full: 200 },
  /** The number of commits of a run between two kills of a process. */
  killedCommitStep: { short: 4, full: 1 },
  /** Faults of judges, stores, clocks and tools in the gate. */
  gateFaults: { short: 600, full: 10_000 },
  /** How often two writers of one SQLite file are killed. */
  killedWriterRounds: { short: 2, full: 5 },
  /** Moments at which the power of a store on SQLite is cut, each in five ways. */
  powerLosses: { short: 4, full: 300 },
  /** Skills among which a run searches. */
  searchedSkills: { short: 500, full: 5_000 },
  generatedSkills: { short: 200, full: 2_000 },
  /** Clients that read responses at the same time. */
  streamingClients: { short: 100, full: 1_000 },
  /** Protocol revisions whose conformance suite runs against the tools of iris. */
  conformanceRevisions: { short: 1, full: 2 },
  /** The transports over which every test of a restarted server of iris runs; the others run its first test only. */
  restartedTransports: { short: 1, full: 2 },
  /** Runs on several machines of which some are killed, with the database under them. */
  chaosRuns: { short: 8, full: 16 },
  chaosKills: { short: 2, full: 4 },
  /** Faults of a store that the check of these runs must detect. */
  chaosFaults: { short: 0, full: 2 },
  /** Runs of two workers on DBOS of which one is killed. */
  machineRuns: { short: 10, full: 24 },
  /** Processes that execute calls while a stop is issued. */
  stoppedProcesses: { short: 2, full: 4 },
  /** Pairs of a killed and a paused process; first those in which they are the same process. */
  killedAndPaused: { short: 2, full: 4 },
  /** Kinds of processes that are killed at every point of runs on DBOS. */
  killedRolesOnDbos: { short: 1, full: 2 },
  /** Processes of PostgreSQL that are killed under runs on DBOS. The same kills without DBOS always run. */
  killedDatabaseProcesses: { short: 1, full: 2 },
  /** The number of commits between two restarts with a rotated secret. */
  rotatedCommitStep: { short: 5, full: 1 },
  /** Processes that resume the same run at the same time, and the attempts of each. */
  resumingProcesses: { short: 2, full: 4 },
  resumeAttempts: { short: 25, full: 250 },
  /** Pairs of protocol revisions for which the conformance suite and the Inspector run through the proxy. */
  proxiedRevisions: { short: 0, full: 4 },
  /** Calls of one client that pass the proxy at the same time. */
  proxiedCalls: { short: 100, full: 1_000 },
  /** Moments at which a proxy is killed during a call, and the milliseconds between them. */
  killedProxies: { short: 1, full: 20 },
  killedProxyStepMs: { short: 170, full: 20 },
  /** Moments at which the client or the server of a proxy ends during a call. */
  killedPeersOfProxy: { short: 1, full: 3 },
  /** Records of a store whose pages must cost as much as those of a small store. */
  recordsOfLargeStore: { short: 100_000, full: 1_000_000 },
  /** Runs of other programs that a dry run evaluates. */
  dryRuns: { short: 200, full: 1_000 },
  /** MCP servers that are compared with their manifest packs. The first two are installed; the others are downloaded. */
  packedServers: { short: 2, full: 100 },
  /** Lengths of conversations after which an older text of the user is looked for: a short one, and one beyond the limit. */
  threadLengths: { short: 1, full: 2 },
  /** Whether the real Claude Code is installed into the cache and used. */
  claudeCode: { short: 0, full: 1 },
  /** Clients that open the event stream at the same time. */
  eventReaders: { short: 1_000, full: 10_000 },
} as const;

/** Returns the size of a long test in this run. */
export function proofSize(name: keyof typeof SIZES): number {
  return SIZES[name][process.env['SEKISHO_TEST'] === 'full' ? 'full' : 'short'];
}
