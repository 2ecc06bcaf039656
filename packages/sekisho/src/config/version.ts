/** The version of this package, as it tells the servers that it connects to. */
export const VERSION = '0.1.0';
