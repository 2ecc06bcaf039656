import type { SkillManifest } from '../../contracts/skill-manifest.ts';

const MAX_TERMS = 32;
// A word in the id, the name or the tags says more about a skill than one in its description.
const HEAD_WEIGHT = 3;

/** Finds skills by words. Rare words count more than frequent ones; parts of words match. */
export class SkillIndex {
  readonly #entries: readonly { manifest: SkillManifest; head: string; text: string }[];

  constructor(manifests: readonly SkillManifest[]) {
    this.#entries = manifests.map((manifest) => ({
      manifest,
      head: searchable([manifest.skill_id, manifest.name, ...manifest.tags].join(' ')),
      text: searchable(manifest.overview),
    }));
  }

  /** The skills that match at least one word, the best first; all skills in their order for a query without words. */
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

/** The part of a word that has to be found; a short word has to be found as a whole. */
function partOf(word: string): string[] {
  if (word.length < 3) return word.length < 2 ? [] : [` ${word} `];
  return [word.length > 4 ? word.replace(/s$/, '') : word];
}

/** Pairs of characters stand for words where no spaces divide them. */
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
