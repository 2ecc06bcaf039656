/**
 * Returns whether a domain imitates one of the known domains or names: it begins with the known one ("bank.example.login.example"),
 * or replaces letters by similar ones ("arb0r.example").
 */
export function imitatesDomain(
  domain: string,
  known: Iterable<string>,
  isName: (word: string) => boolean,
): boolean {
  const plain = domain.toLowerCase();
  const read = readAs(plain);
  for (const each of known) {
    if (plain === each || plain.endsWith(`.${each}`)) continue;
    if (plain.startsWith(`${each}.`) || plain.startsWith(`${each}-`) || plain.includes(`.${each}.`))
      return true;
    if (read === readAs(each)) return true;
  }
  const labels = plain.split('.').slice(0, -1);
  return labels.some(
    (label) => label.length >= 4 && readAs(label) !== label && isName(readAs(label)) && !isName(label),
  );
}

/** How a hasty reader reads a word with similar characters. */
function readAs(text: string): string {
  return text
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Returns the domain of a mail address or a link, or undefined. */
export function domainOf(text: string): string | undefined {
  return /(?:@|:\/\/(?:www\.)?)([a-z\d-]+(?:\.[a-z\d-]+)+)/i.exec(text)?.[1];
}
