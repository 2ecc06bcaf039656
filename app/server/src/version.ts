/** The version of the server in its responses. */
export const VERSION = '0.1.0';
