/** The machine's settings that these tests follow, read here and nowhere else. */
export const env = {
  /** What programs started here inherit: how to reach package indexes, and nothing that is a secret of ours. */
  inherited: (): Record<string, string> => {
    const kept = /^(?:PATH|HOME|LANG|TMPDIR|SSL_CERT_FILE|.*_PROXY|.*_proxy|PIP_[A-Z_]+|UV_[A-Z_]+)$/;
    return Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && kept.test(name) ? [[name, value]] : [],
      ),
    );
  },
  /** With `SEKISHO_DIFY_OPTIONAL=1` a daemon that is missing is reported, but is no failure. */
  isOptional: (): boolean => process.env['SEKISHO_DIFY_OPTIONAL'] === '1',
  /** The folder with the programs of Dify's daemons: `<version>/server` and `<version>/commandline`. */
  daemonsFolder: (): string | undefined => process.env['SEKISHO_DIFY_DAEMONS'] || undefined,
  /** A folder of Python wheels to install from, instead of a package index. */
  wheelsFolder: (): string | undefined => process.env['SEKISHO_DIFY_WHEELS'] || undefined,
};
