/** A connection to a running plugin: its standard input, or its connection to the debugging port. */
export type PluginLink = {
  send: (message: object) => void;
  /** Closes the connection to a plugin that has ended. */
  close: () => void;
};
