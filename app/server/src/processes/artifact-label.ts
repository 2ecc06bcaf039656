/** Returns a readable name of an artifact: its description, otherwise the words of its identifier. */
export function artifactLabel({
  kind,
  description,
}: {
  readonly kind: string;
  readonly description?: string | undefined;
}): string {
  if (description !== undefined && description.trim() !== '') return description;
  const words = kind.replaceAll(/[_-]+/gu, ' ').trim();
  return /^[a-z]/u.test(words) ? `${words[0]?.toUpperCase()}${words.slice(1)}` : words;
}
