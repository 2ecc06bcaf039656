/**
 * Copies a text to the clipboard. Returns false when the browser has none, as on a page without TLS, or denies
 * access.
 */
export async function copyText(
  text: string,
  clipboard: Pick<Clipboard, 'writeText'> | undefined = navigator.clipboard,
): Promise<boolean> {
  if (clipboard === undefined) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
