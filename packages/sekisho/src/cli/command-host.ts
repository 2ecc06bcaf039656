/** What a command may touch. */
export interface CommandHost {
  readonly print: (line: string) => void;
  /** What went wrong, apart from what others read by machine. */
  readonly complain: (line: string) => void;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  readonly importModule: (url: string) => Promise<object>;
}
