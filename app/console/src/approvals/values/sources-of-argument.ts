/** Finds the sources of one argument and of its nested values. */
export function sourcesOfArgument<Source extends { readonly path: string }>(
  sources: readonly Source[],
  name: string,
): readonly Source[] {
  return sources.filter(
    ({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  );
}
