import type { SkillManifest } from '../skill-types.ts';

const MAX_TERMS = 32;
// A match in the id, the name or the tags has a higher weight than one in the description.
const HEAD_WEIGHT = 3;

/** Finds skills by words. Rare words have a higher weight than frequent ones. Parts of words match. */
export class SkillIndex {
  readonly #entries: readonly { manifest: SkillManifest; head: string; text: string }[];

  constructor(manifests: readonly SkillManifest[]) {
    this.#entries = manifests.map((manifest) => ({
      manifest,
      head: searchable([manifest.skill_id, manifest.name, ...manifest.tags].join(' ')),
      text: searchable(manifest.overview),
    }));
  }

  /**
   * Returns the skills that match at least one word, best first. A query without words returns all skills in their
   * order.
   */
  search(query: string): SkillManifest[] {
    const terms = termsOf(query);
    if (terms.length === 0) return this.#entries.map(({ manifest }) => manifest);
    const scores = this.#entries.map(() => 0);
    for (const term of terms) {
      const hits = this.#entries.map(
        ({ head, text }) => (head.includes(term) ? HEAD_WEIGHT : 0) + (text.includes(term) ? 1 : 0),
      );
      const weight = Math.log(1 + hits.length / (1 + hits.filter((hit) => hit > 0).length));
      for (const [index, hit] of hits.entries()) scores[index] = (scores[index] ?? 0) + hit * weight;
    }
    return this.#entries
      .map(({ manifest }, index) => ({ manifest, score: scores[index] ?? 0 }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ manifest }) => manifest);
  }
}

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]`;
const UNSPACED_WORD = new RegExp(`^${UNSPACED}+$`, 'v');
const WORD = new RegExp(String.raw`${UNSPACED}+|[[\p{L}\p{N}]--${UNSPACED}]+`, 'gv');

function termsOf(query: string): string[] {
  const words = wordsOf(query);
  const terms = words.flatMap((word) => (UNSPACED_WORD.test(word) ? pairsOf(word) : partOf(word)));
  return [...new Set(terms)].slice(0, MAX_TERMS);
}

/** Returns the part of a word that must match. A short word must match as a whole. */
function partOf(word: string): string[] {
  if (word.length < 3) return word.length < 2 ? [] : [` ${word} `];
  return [word.length > 4 ? word.replace(/s$/, '') : word];
}

/** Returns pairs of characters, which replace words in languages without spaces. */
function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

function searchable(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
