/** A line to a running plugin: its standard input, or its connection to the debugging port. */
export type PluginLink = {
  send: (message: object) => void;
  /** Cuts the line; the plugin behind it is gone. */
  close: () => void;
};
