/** The files of a package by their path inside it. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** Something in a package that Dify would refuse, now or later. */
export type PackageProblem = {
  readonly file: string;
  /** Where in the file, such as `parameters.0.type`. */
  readonly where: string;
  readonly problem: string;
};
