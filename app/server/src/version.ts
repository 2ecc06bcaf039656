/** The version of the server, as it tells its clients. */
export const VERSION = '0.1.0';
