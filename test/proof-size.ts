/** The sizes of the long tests: reduced in `npm test`, full in `npm run test:slow`. */
const SIZES = {
  /** Runs whose worker processes are killed at random moments. */
  killedRuns: { short: 24, full: 200 },
  /** The number of commits of a run between two kills of a process. */
  killedCommitStep: { short: 4, full: 1 },
  /** Faults of judges, stores, clocks and tools in the gate. */
  gateFaults: { short: 3_000, full: 10_000 },
  /** How often two writers of one SQLite file are killed. */
  killedWriterRounds: { short: 2, full: 5 },
  /** Moments at which the power of a store on SQLite is cut, each in five ways. */
  powerLosses: { short: 30, full: 1_500 },
  generatedSkills: { short: 400, full: 2_000 },
  /** Clients that read responses at the same time. */
  streamingClients: { short: 200, full: 1_000 },
  /** Protocol revisions whose conformance suite runs against the tools of iris. */
  conformanceRevisions: { short: 1, full: 2 },
  /** Clients that open the event stream at the same time. */
  eventReaders: { short: 2_000, full: 10_000 },
} as const;

/** Returns the size of a long test in this run. */
export function proofSize(name: keyof typeof SIZES): number {
  return SIZES[name][process.env['SEKISHO_TEST'] === 'full' ? 'full' : 'short'];
}
