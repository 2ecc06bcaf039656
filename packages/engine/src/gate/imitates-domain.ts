/**
 * Returns whether a domain imitates one of the known domains or names: it begins with the known one ("bank.example.login.example"),
 * extends its name ("arbor-bank-login.example") or replaces letters by similar ones ("arb0r.example").
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
    if (extendsName(plain, each)) return true;
    if (read === readAs(each) || differsByOneLetter(plain, each)) return true;
  }
  const labels = plain.split('.').slice(0, -1);
  return labels.some(
    (label) => label.length >= 4 && readAs(label) !== label && isName(readAs(label)) && !isName(label),
  );
}

/** The first label is that of the known domain and a further word. Short names are words of other names by chance. */
function extendsName(domain: string, known: string): boolean {
  const dot = known.indexOf('.');
  const [name, rest] = [known.slice(0, dot), known.slice(dot)];
  return name.length >= 8 && domain.endsWith(rest) && domain.startsWith(`${name}-`);
}

/** One letter was added, removed, replaced or swapped with its neighbour. Short names differ by one letter by chance. */
function differsByOneLetter(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || Math.min(left.length, right.length) < 10) return false;
  let from = 0;
  while (from < left.length && left[from] === right[from]) from += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > from && rightEnd > from && left[leftEnd - 1] === right[rightEnd - 1])
    [leftEnd, rightEnd] = [leftEnd - 1, rightEnd - 1];
  const [a, b] = [left.slice(from, leftEnd), right.slice(from, rightEnd)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === `${b.charAt(1)}${b.charAt(0)}`);
}

/** How a hasty reader reads a word with similar characters. */
function readAs(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ɡ', 'g')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Returns the domain of a mail address or a link, or undefined. */
export function domainOf(text: string): string | undefined {
  return /(?:@|:\/\/(?:www\.)?)([\p{L}\p{M}\d-]+(?:\.[\p{L}\p{M}\d-]+)+)/iu.exec(text)?.[1];
}
