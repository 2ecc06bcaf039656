/** The files of a package by their path. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** A problem of a package because of which Dify rejects it, at installation or later. */
export type PackageProblem = {
  readonly file: string;
  /** The position in the file, such as `parameters.0.type`. */
  readonly where: string;
  readonly problem: string;
};
