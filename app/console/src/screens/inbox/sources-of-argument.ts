/** Finds the sources of one argument: its own, and those of the values inside it. */
export function sourcesOfArgument<Source extends { readonly path: string }>(
  sources: readonly Source[],
  name: string,
): readonly Source[] {
  return sources.filter(
    ({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  );
}
