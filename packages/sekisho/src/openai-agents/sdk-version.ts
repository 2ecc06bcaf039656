/** The minor version of upstream that this package supports. A run state of another version may be unreadable. */
export const SDK_VERSION = '0.20';
