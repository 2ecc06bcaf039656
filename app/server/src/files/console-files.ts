/** One file of the built console, in each encoding in which it is sent. */
export type ConsoleFile = {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer> | undefined;
  readonly brotli: Uint8Array<ArrayBuffer> | undefined;
  readonly etag: string;
  readonly isImmutable: boolean;
};

/** The files of the built console by URL path. */
export type ConsoleFiles = {
  readonly isBuilt: boolean;
  find(name: string): ConsoleFile | undefined;
};
