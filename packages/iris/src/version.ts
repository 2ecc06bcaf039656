/** The version of this package; a test keeps it equal to package.json. */
export const IRIS_VERSION = '0.1.0';
