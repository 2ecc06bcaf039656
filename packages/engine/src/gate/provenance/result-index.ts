import { parseRequests } from '../intent/parse-requests.ts';
import { splitWords, stem } from '../manifest/split-words.ts';
import { canInstruct } from './can-instruct.ts';
import { ContentRequests, type RequestClass } from './content-requests.ts';
import { hidesSentence, addressesModel } from './addresses-model.ts';
import { hashWords } from './hash-words.ts';
import { normalizeText, normalizeValue } from './normalize-text.ts';
import { MAX_OUTPUT_CHARACTERS, type OutputRecord, walkOutput } from './walk-output.ts';
import { WordTable } from './word-table.ts';

/** A value that was the whole content of a field of a result. */
export interface FieldEntry {
  readonly tool: string;
  readonly key: string;
  readonly record: OutputRecord;
  readonly isTrusted: boolean;
  readonly isLookup: boolean;
  /** Whether the value was a field, a line of a plain list, or a link that the text of a record mentions. */
  readonly place: 'field' | 'line' | 'mention';
  /** The values that the same result has under the same key, this one included. */
  readonly siblings: readonly string[];
}

/** One result as it is added to the index. */
export interface IndexedResult {
  readonly tool: string;
  readonly output: unknown;
  readonly isTrusted: boolean;
  readonly isLookup: boolean;
}

/** Whether untrusted text was read, and whether it addressed the model. */
export interface ResultMarks {
  readonly tainted: boolean;
  readonly alarming: boolean;
}

const MAX_FIELDS = 25_000;
const MAX_FIELD_CHARACTERS = 80;
const MAX_PLACES = 4;
const MAX_SIBLINGS = 200;
const MAX_WORDS = 400_000;
const MAX_TOOLS = 65_000;
const MAX_REQUEST_CHARACTERS = 16_384;

/**
 * Stores which values the results of a run contained, in bounded memory. Each result is read once, when it arrives.
 * Values beyond the limit are dropped and then count as unknown, which is never more trusted than untrusted.
 */
export class ResultIndex {
  #isTainted: boolean;
  #isAlarming: boolean;
  #unreadTool: string | undefined;
  #fields = new Map<string, FieldEntry[]>();
  #olderFields: ReadonlyMap<string, FieldEntry[]> = new Map();
  readonly #prose = new WordTable(MAX_WORDS);
  readonly #requests = new ContentRequests();
  readonly #tools: string[] = [];
  readonly #toolLabels = new Map<string, number>();
  /** The values of the result that is being added, by key. */
  readonly #columns = new Map<string, string[]>();

  /**
   * `marks` come from an earlier part of the run, because results of sub-agents that ended there are not in the saved
   * state.
   */
  constructor(marks?: ResultMarks) {
    this.#isTainted = marks?.tainted ?? false;
    this.#isAlarming = marks?.alarming ?? false;
  }

  get isTainted(): boolean {
    return this.#isTainted;
  }

  /**
   * Untrusted text addressed the model: it instructed the model to drop its task or to hide something from the user.
   */
  get isAlarming(): boolean {
    return this.#isAlarming;
  }

  /** The marks that are stored when the run is suspended. */
  get marks(): ResultMarks {
    return { tainted: this.#isTainted, alarming: this.#isAlarming };
  }

  add(result: IndexedResult): void {
    const label = this.#labelOf(result.tool);
    this.#columns.clear();
    let requestRoom = MAX_REQUEST_CHARACTERS;
    const readProse = (text: string, record: OutputRecord) => {
      const normalized = normalizeText(text);
      this.#addWords(normalized, label);
      if (result.isTrusted) return;
      this.#addMentions(normalized, record, result);
      this.#addLines(text, record, result);
      const isAlarming = !this.#isAlarming && (hidesSentence(text) || addressesModel(normalized));
      this.#isAlarming ||= isAlarming;
      // Once a run is tainted and enough of this result was searched for requests, the rest has no further effect.
      if (this.#isTainted && requestRoom <= 0) return;
      if (!isAlarming && !canInstruct(normalized)) return;
      this.#isTainted = true;
      // The position of a search hit is not part of the sentence that follows it.
      if (requestRoom > 0)
        this.#requests.add(copyOf(normalized.slice(0, requestRoom).replaceAll(FOUND_PLACE, '')));
      requestRoom -= normalized.length;
    };
    const leftOut = walkOutput(result.output, {
      field: (key, value, record) => {
        this.#addField(key, value, record, result);
        if (typeof value === 'string' && !SINGLE_WORD.test(value)) readProse(value, record);
        else if (typeof value === 'string') this.#addWords(normalizeText(value), label);
      },
      prose: readProse,
    });
    // The part that was not read may contain an instruction and any value.
    if (result.isTrusted || (!leftOut && !this.#prose.isFull)) return;
    this.#isTainted = true;
    this.#unreadTool = result.tool;
  }

  fieldsOf(value: string): readonly FieldEntry[] {
    return this.#fields.get(value) ?? this.#olderFields.get(value) ?? [];
  }

  /**
   * Returns the tool whose text contains every word of the value, or a tool with text that was not read, or undefined.
   */
  proseSource(value: string): string | undefined {
    let label: number | undefined;
    let isKnown = true;
    hashWords(value.slice(0, 2_000), (hash) => {
      const found = this.#prose.get(hash);
      if (found === undefined) isKnown = false;
      else label ??= found;
    });
    return isKnown && label !== undefined ? this.#tools[label] : this.#unreadTool;
  }

  /** Returns the tool whose untrusted or trusted result first contained this word, or undefined. */
  sourceOfWord(word: string): string | undefined {
    let label: number | undefined;
    hashWords(word, (hash) => (label ??= this.#prose.get(hash)));
    return label === undefined ? undefined : this.#tools[label];
  }

  /** A new request of the user ends the alarm: it does not follow from the text that caused it. */
  clearAlarm(): void {
    this.#isAlarming = false;
  }

  /** Returns whether untrusted text requests an action of this class with this value in the same sentence. */
  isRequestedWith(verbClass: RequestClass, value: string): boolean {
    return this.#requests.isMadeWith(verbClass, value);
  }

  #labelOf(tool: string): number {
    const known = this.#toolLabels.get(tool);
    if (known !== undefined) return known;
    if (this.#tools.length >= MAX_TOOLS) return 0;
    this.#toolLabels.set(tool, this.#tools.length);
    return this.#tools.push(tool) - 1;
  }

  #addField(key: string, value: string | number, record: OutputRecord, result: IndexedResult): void {
    const text = typeof value === 'number' ? String(value) : normalizeValue(value);
    const words = typeof value === 'number' ? [] : splitWords(withoutDomain(value)).map(stem);
    if (record.words.length < 24) record.words.push(...words.slice(0, 8));
    if (record.names.length < 16 && NAME_KEY.test(key)) record.names.push(...words.slice(0, 8));
    const parts = /[,;]/.test(text) ? text.split(/[,;]\s*/) : [text];
    if (parts.length > 1 && parts.every((part) => /^\S+$/.test(part))) {
      for (const part of parts) this.#remember(part, key, record, result, 'field');
    }
    this.#remember(text, key, record, result, 'field');
    const [, path] = FOUND_IN_FIELD.exec(text) ?? [];
    if (path !== undefined) this.#remember(path, key, record, result, 'field');
  }

  #addMentions(text: string, record: OutputRecord, result: IndexedResult): void {
    if (!text.includes('://') && !text.includes('www.')) return;
    for (const match of text.slice(0, MAX_REQUEST_CHARACTERS).matchAll(LINK)) {
      this.#remember(normalizeValue(match[0]), 'mention', record, result, 'mention');
    }
  }

  /**
   * A text of a few short lines is a list, and one line without a request is a status ("saved as /tmp/a.csv"). Its
   * values may be selected, but they are never an address or an account.
   */
  #addLines(text: string, record: OutputRecord, result: IndexedResult): void {
    for (const [, path = ''] of text.slice(0, MAX_REQUEST_CHARACTERS).matchAll(FOUND_IN_FILE))
      this.#remember(normalizeValue(path), '', record, result, 'line');
    if (text.length > 4_000) return;
    if (text.includes('\n')) {
      for (const line of text.split('\n')) {
        const item = line.replace(/^[\w ]{0,40}: |^\s*(?:[-*•]|\d+[.)])\s*/, '').trim();
        if (item.length > 0 && item.length <= 60 && !canInstruct(normalizeText(item)))
          this.#remember(normalizeValue(item), '', record, result, 'line');
      }
    } else if (
      record.parent === undefined &&
      text.length <= 300 &&
      parseRequests(normalizeText(text)).length === 0
    ) {
      for (const word of text.match(/[^\s"'`()]*[\d/][^\s"'`()]*/g) ?? [])
        this.#remember(normalizeValue(word), '', record, result, 'line');
    }
  }

  #remember(
    value: string,
    key: string,
    record: OutputRecord,
    result: IndexedResult,
    place: FieldEntry['place'],
  ): void {
    if (value === '' || value.length > MAX_FIELD_CHARACTERS) return;
    const { tool, isTrusted, isLookup } = result;
    const siblings = this.#columns.get(key) ?? [];
    if (siblings.length === 0) this.#columns.set(key, siblings);
    const entry: FieldEntry = { tool, key, record, isTrusted, isLookup, place, siblings };
    const copy = copyOf(value);
    if (siblings.length < MAX_SIBLINGS) siblings.push(copy);
    const entries = this.#fields.get(value);
    if (entries !== undefined) {
      if (entries.length >= MAX_PLACES) entries.shift();
      entries.push(entry);
      return;
    }
    if (this.#fields.size >= MAX_FIELDS) {
      // The older half is dropped as a whole. Its values then count as unknown, which can only cause additional
      // approval requests.
      this.#olderFields = this.#fields;
      this.#fields = new Map();
    }
    this.#fields.set(copy, [entry]);
  }

  #addWords(text: string, label: number): void {
    hashWords(text.length > MAX_OUTPUT_CHARACTERS ? text.slice(0, MAX_OUTPUT_CHARACTERS) : text, (hash) =>
      this.#prose.add(hash, label),
    );
  }
}

/** Returns a copy that does not retain the large text of which the value may be a slice. */
const copyOf = (value: string): string => (value.length < 13 ? value : ` ${value}`.slice(1));

/**
 * Removes the domain of an address, because it does not identify the person, and an attacker can choose a colleague's
 * domain.
 */
function withoutDomain(value: string): string {
  const at = value.indexOf('@');
  return at > 0 ? value.slice(0, at) : value;
}

const SINGLE_WORD = /^[\x21-\x7e]{0,47}$/;
const NAME_KEY =
  /name|title|sender|from|user|owner|author|contact|person|label|display|participant|attendee|nombre|^nom$|prenom|apellido|ireum|seongmyeong|shimei|meigi|xingming|氏名|名前|名義|이름|성명|姓名/i;
/** The form in which searches and compilers print a place: "src/a.ts:12: …". */
const FOUND_IN_FILE = /^\s*([\w@./-]{1,120}\.\w{1,6}):\d+/gm;
const FOUND_PLACE = /^\s*[\w@./-]{1,120}\.\w{1,6}:\d+:/gm;
const FOUND_IN_FIELD = /^([\w@./-]{1,120}\.\w{1,6}):\d+/;
const LINK = /(?:https?:\/\/|www\.)[^\s"'<>()]{3,300}/g;
