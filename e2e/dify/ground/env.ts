/** The settings of the machine that these tests use. No other module reads them. */
export const env = {
  /** Returns the variables that started programs inherit: access to package indexes, and no secrets. */
  inherited: (): Record<string, string> => {
    const inheritedName =
      /^(?:PATH|HOME|LANG|TMPDIR|SSL_CERT_FILE|.*_PROXY|.*_proxy|PIP_[A-Z_]+|UV_[A-Z_]+)$/;
    return Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && inheritedName.test(name) ? [[name, value]] : [],
      ),
    );
  },
  /** With `SEKISHO_DIFY_OPTIONAL=1` a missing daemon is reported but does not fail the tests. */
  isOptional: (): boolean => process.env['SEKISHO_DIFY_OPTIONAL'] === '1',
  /** The folder with the daemon programs: `<version>/server` and `<version>/commandline`. */
  daemonsFolder: (): string | undefined => process.env['SEKISHO_DIFY_DAEMONS'] || undefined,
  /** A folder of Python wheels that replaces the package index. */
  wheelsFolder: (): string | undefined => process.env['SEKISHO_DIFY_WHEELS'] || undefined,
};
