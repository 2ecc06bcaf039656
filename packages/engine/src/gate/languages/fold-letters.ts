/** Removes accents from Latin letters, so that "Andrés" and "andres" are the same word. Other scripts stay as they are. */
export function foldLetters(text: string): string {
  if (!/[\u00c0-\u024f]/.test(text)) return text;
  return text.replaceAll(/[\u00c0-\u024f]+/g, (letters) =>
    letters.replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, ''),
  );
}
