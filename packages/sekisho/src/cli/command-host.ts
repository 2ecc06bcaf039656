/** The functions of the process that a command may use. */
export interface CommandHost {
  readonly print: (line: string) => void;
  /** Prints an error message to stderr, separate from machine-readable output. */
  readonly complain: (line: string) => void;
  /** Resolves when the process is requested to stop. */
  readonly stopped: Promise<void>;
  readonly importModule: (url: string) => Promise<object>;
}
