import type { ControlRole } from '../../wire/tool-manifest.ts';
import { propertyOf } from '../../wire/json-value.ts';
import { ManifestRegistry } from '../manifest/manifest-registry.ts';
import { leavesOf, type Leaf } from './leaves-of.ts';
import { normalizeValue } from './normalize-text.ts';
import { ResultIndex, type IndexedResult, type ResultMarks } from './result-index.ts';
import { TextCache } from './read-text.ts';
import { traceValue } from './trace-value.ts';
import { UserWords } from './user-words.ts';

/** A result of a tool, as the runner reports it. */
export interface ReportedResult {
  readonly toolId: string;
  readonly args: unknown;
  readonly output: unknown;
  readonly trusted: boolean;
}

/** A value that a person approved, the role in which it counts, and the person. */
export interface ApprovedValue {
  readonly role: ControlRole;
  readonly value: string;
  readonly by: string;
}

const MAX_SESSION_VALUES = 5_000;
const MAX_TRACED_ARGUMENTS = 50;
/** How many results wait until a rule needs them. They are indexed together then. */
const MAX_UNREAD_RESULTS = 20;
const MAX_UNREAD_CHARACTERS = 65_536;

const NO_MARKS: ResultMarks = { tainted: false, alarming: false };

/** An address, an id or a name with a digit or a mark. A common word of the instructions identifies nothing. */
const IDENTIFIER = /[\d@#/._-]/;

/** A result before it is indexed. `leaves` are the values of the arguments, unless there are too many to trace. */
type UnreadResult = Omit<IndexedResult, 'isLookup'> & {
  readonly leaves: readonly Leaf[] | undefined;
  /** The marks before this result, if they were requested. */
  readonly before: LateMarks | undefined;
};

/**
 * The origins of the values of a run. Add entries in order: the user's turns, the host's session data and each tool
 * result, regardless of the agent that made the call. After a restart, add the saved items again.
 */
export class RunHistory {
  readonly manifests: ManifestRegistry;
  readonly #texts: TextCache;
  // Many runs have no calls, so these are created when they are needed.
  #user: UserWords | undefined;
  #index: ResultIndex | undefined;
  #instructions: UserWords | undefined;
  /** The marks while there is no index. */
  #marks: ResultMarks;
  /** Results that are not indexed yet. Only texts wait, because other values can change in the meantime. */
  readonly #unread: UnreadResult[] = [];
  #unreadCharacters = 0;
  /** The marks after all results until now, if they were requested and are not known yet. */
  #lateMarks: LateMarks | undefined;
  readonly #session = new Set<string>();
  /** The approver of each approved value, by role and exact value. */
  readonly #approved = new Map<string, string>();
  readonly #turnTexts: string[] = [];
  #hasActed = false;
  readonly #userText: 'known' | 'unknown';
  #revision = 0;
  #version = 0;
  #hasRead = false;
  #openLink: string | undefined;
  #folder: string | undefined;

  constructor(
    options: {
      manifests?: ManifestRegistry;
      marks?: ResultMarks | undefined;
      userText?: 'known' | 'unknown' | undefined;
      /** The texts of other runs, so that a text that they share is read once. */
      texts?: TextCache;
    } = {},
  ) {
    this.#texts = options.texts ?? new TextCache();
    this.#userText = options.userText ?? 'known';
    this.manifests = options.manifests ?? new ManifestRegistry();
    this.#marks = options.marks ?? NO_MARKS;
  }

  get user(): UserWords {
    return (this.#user ??= new UserWords(this.#texts));
  }

  get #results(): ResultIndex {
    return (this.#index ??= new ResultIndex(this.#marks));
  }

  /** The values of all results until now. */
  get results(): ResultIndex {
    this.#readResults();
    return this.#results;
  }

  /**
   * The marks at this moment. Their properties index the results when they are read, and do not change with later
   * results.
   */
  get marks(): ResultMarks {
    if (this.#unread.length === 0) return this.#index?.marks ?? this.#marks;
    return (this.#lateMarks ??= new LateMarks(() => this.#readResults()));
  }

  /** The integration does not see what the user wrote, and no text was added. */
  get isUserUnknown(): boolean {
    return this.#userText === 'unknown' && this.user.isEmpty;
  }

  /** An untrusted result was read in this run. */
  get hasRead(): boolean {
    return this.#hasRead || (this.#index?.marks ?? this.#marks).tainted;
  }

  /** The link that a call opened last. A call that types or clicks in a page acts on it. */
  get openLink(): string | undefined {
    return this.#openLink;
  }

  /** Changes with every new user text, so that results about the user's text can be cached. */
  get revision(): number {
    return this.#revision;
  }

  /** Changes with everything that is added, so that a result about the whole history can be cached. */
  get version(): number {
    return this.#version;
  }

  /** The texts of the user since the last result of a tool. */
  get turnTexts(): readonly string[] {
    return this.#turnTexts;
  }

  /** Adds one of the user's own turns. Text of a model or a tool must never be passed. */
  addUserText(text: string): void {
    this.#version += 1;
    // The results before it were found with the words that the user had written until then.
    this.#readResults();
    this.#revision += 1;
    if (this.#hasActed) this.#turnTexts.length = 0;
    this.#hasActed = false;
    this.#turnTexts.push(text);
    if (!this.user.add(text)) return;
    this.#marks = { ...this.#marks, alarming: false };
    this.#index?.clearAlarm();
  }

  /** The folder of the workspace, if the host named it as `cwd`. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** Adds trusted data of the host about the user. */
  addSessionData(data: unknown): void {
    this.#version += 1;
    this.#readResults();
    this.#folder = folderOf(propertyOf(data, 'cwd')) ?? this.#folder;
    for (const leaf of leavesOf(data, MAX_SESSION_VALUES) ?? []) {
      if (this.#session.size < MAX_SESSION_VALUES) this.#session.add(normalizeValue(String(leaf.value)));
    }
  }

  /** Adds the result of an executed call. */
  addToolResult(result: ReportedResult): void {
    this.#version += 1;
    this.user.markActed();
    this.#hasActed = true;
    const { toolId: tool, args, output, trusted: isTrusted } = result;
    this.#hasRead ||= !isTrusted;
    const leaves = isTrusted ? undefined : leavesOf(args, MAX_TRACED_ARGUMENTS);
    this.#openLink = linkOf(leaves) ?? this.#openLink;
    this.#unread.push({ tool, leaves, output, isTrusted, before: this.#lateMarks });
    this.#lateMarks = undefined;
    const size = typeof output === 'string' ? output.length : MAX_UNREAD_CHARACTERS;
    this.#unreadCharacters += size;
    if (this.#unread.length >= MAX_UNREAD_RESULTS || this.#unreadCharacters >= MAX_UNREAD_CHARACTERS)
      this.#readResults();
  }

  /** Indexes the results since the last call, in order. */
  #readResults(): void {
    if (this.#unread.length === 0) return;
    const unread = this.#unread.splice(0);
    this.#unreadCharacters = 0;
    for (const { tool, leaves, output, isTrusted, before } of unread) {
      before?.resolve(this.#results.marks);
      this.#results.add({ tool, output, isTrusted, isLookup: this.#isUserDerived(leaves) });
    }
    this.#lateMarks?.resolve(this.#results.marks);
    this.#lateMarks = undefined;
  }

  /** Adds the instructions that the developer wrote for an agent. Text from other sources must never be passed. */
  addInstructions(text: string): void {
    this.#version += 1;
    (this.#instructions ??= new UserWords(this.#texts)).add(text);
  }

  /** Returns whether the instructions contain this normalized text as a whole, in a sentence without a negation. */
  isAdvised(value: string): boolean {
    return IDENTIFIER.test(value) && this.#instructions?.containsInAffirmation(value) === true;
  }

  /** Returns whether the instructions contain this normalized value as a whole. */
  isInstructed(value: string): boolean {
    const instructions = this.#instructions;
    return (
      instructions !== undefined && (instructions.contains(value) || instructions.hasNumber(Number(value)))
    );
  }

  /** Adds a value of a call that a person approved. The approval must have been verified. */
  addApproved({ role, value, by }: ApprovedValue): void {
    this.#version += 1;
    this.#approved.set(`${role}:${value}`, by);
  }

  /** Returns the person who approved exactly this value in this role, or undefined. */
  approverOf(role: ControlRole, value: string): string | undefined {
    return this.#approved.get(`${role}:${value}`);
  }

  isSessionValue(value: string): boolean {
    return this.#session.has(value);
  }

  /** Yields the session values that are long enough to be recognized inside a text. */
  *distinctSessionValues(): Iterable<string> {
    for (const value of this.#session) if (value.length >= 8 && /\d/.test(value)) yield value;
  }

  /** A result is a lookup when the arguments of the call originate from the user. */
  #isUserDerived(leaves: readonly Leaf[] | undefined): boolean {
    if (leaves === undefined) return false;
    let found = false;
    for (const leaf of leaves) {
      const { origin } = traceValue(this, leaf.value, 'target');
      if (origin === 'prose' || origin === 'model' || origin === 'field') {
        // Numbers that the user did not mention are paging and limits, which select nothing.
        if (typeof leaf.value === 'number') continue;
        return false;
      }
      found = true;
    }
    return found;
  }
}

/** A folder of its own, with at least two names. The root and the folder of all homes do not count as a workspace. */
function folderOf(cwd: unknown): string | undefined {
  const folder = typeof cwd === 'string' ? cwd.replace(/\/+$/, '') : '';
  return /^(?:\/(?!\.\.?(?:\/|$))[^/\0]+){2,}$/.test(folder) ? folder : undefined;
}

function linkOf(leaves: readonly Leaf[] = []): string | undefined {
  const link = leaves.find(({ value }) => typeof value === 'string' && /^https?:\/\//i.test(value));
  return link === undefined ? undefined : String(link.value);
}

/** Marks whose results are not indexed yet. They retain the history until they are resolved. */
class LateMarks implements ResultMarks {
  #readResults: (() => void) | undefined;
  #marks: ResultMarks | undefined;

  constructor(readResults: () => void) {
    this.#readResults = readResults;
  }

  get tainted(): boolean {
    return this.#known.tainted;
  }

  get alarming(): boolean {
    return this.#known.alarming;
  }

  resolve(marks: ResultMarks): void {
    this.#marks = marks;
    this.#readResults = undefined;
  }

  get #known(): ResultMarks {
    this.#readResults?.();
    // Without an index of the results nothing is trusted.
    return this.#marks ?? { tainted: true, alarming: true };
  }
}
