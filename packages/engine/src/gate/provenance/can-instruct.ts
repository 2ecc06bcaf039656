import { classesOfVerb } from '../manifest/verb-lexicon.ts';

/**
 * Returns whether a normalized text can contain an instruction to the model. A status, a name or a product title
 * cannot; a sentence can. A run is tainted after an untrusted result contained such a text.
 */
export function canInstruct(text: string): boolean {
  if (text.length > MAX_LABEL_CHARACTERS) return true;
  const isPlain = /^\p{ASCII}*$/u.test(text);
  if (!isPlain && OTHER_SCRIPT.test(text)) return true;
  const words = text.match(isPlain ? /[a-z][a-z'-]+/g : /[\p{L}\p{M}'-]{2,}/gu) ?? [];
  // The verbs of a sentence with letters of another language are not in the lexicon.
  if (words.length >= (isPlain ? 9 : 5)) return true;
  if (words.length < 3) return ENCODED.test(text) && /[a-z]/.test(text);
  return words.some((word) => FOREIGN_VERBS.has(word) || classesOfVerb(word).length > 0);
}

const MAX_LABEL_CHARACTERS = 400;

/** Ten consecutive letters, with or without spaces, of a script without verbs in our lexicon can form a sentence. */
const OTHER_SCRIPT =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}][\s\p{P}\w]{0,24}?){10}/u;

/** Long unbroken runs of letters and digits may be an encoded instruction. */
const ENCODED = /[\w+/=]{48,}/;

/** The imperatives with which short injections in other Latin-script languages begin. */
const FOREIGN_VERBS: ReadonlySet<string> = new Set(
  `sende schicke schick überweise lösche öffne ändere zahle führe entsperre kaufe leite envoie envoyez supprime supprimez transfère
  virez ouvre ouvrez paie payez exécute achète partage envía envia borra elimina transfiere paga abre ejecuta cambia compra comparte
  invia cancella trasferisci apri esegui envie apague transfira pague abra execute stuur verwijder maak skicka ta`.split(
    /\s+/,
  ),
);
