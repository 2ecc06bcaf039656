/** The version of this package, which is sent to the servers that it connects to. */
export const VERSION = '0.1.0';
