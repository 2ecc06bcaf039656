/** The version of this package; a test checks that it equals package.json. */
export const IRIS_VERSION = '0.1.0';
