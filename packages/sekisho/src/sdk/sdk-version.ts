/** The minor version of upstream that this package is written for; a run state of another one may not be readable. */
export const SDK_VERSION = '0.20';
