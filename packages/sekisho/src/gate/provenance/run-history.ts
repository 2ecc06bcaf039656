import { ManifestRegistry } from '../manifest/manifest-registry.ts';
import { leavesOf } from './leaves-of.ts';
import { normalizeValue } from './normalize-text.ts';
import { ResultIndex, type ResultMarks } from './result-index.ts';
import { traceValue } from './trace-value.ts';
import { UserWords } from './user-words.ts';

/** A result of a tool, as the runner reports it. */
export interface ReportedResult {
  readonly toolId: string;
  readonly args: unknown;
  readonly output: unknown;
  readonly trusted: boolean;
}

const MAX_SESSION_VALUES = 5_000;
const MAX_TRACED_ARGUMENTS = 50;

/**
 * Everything the gate knows about where the values of a run came from. Feed it in order: the user's turns, the
 * host's session data and each tool result, whichever agent made the call; after a restart feed it the saved items again.
 */
export class RunHistory {
  readonly user = new UserWords();
  readonly results: ResultIndex;
  readonly manifests: ManifestRegistry;
  readonly #session = new Set<string>();
  readonly #instructions = new UserWords();
  #revision = 0;

  constructor(options: { manifests?: ManifestRegistry; marks?: ResultMarks | undefined } = {}) {
    this.manifests = options.manifests ?? new ManifestRegistry();
    this.results = new ResultIndex(options.marks);
  }

  /** Changes whenever the user says something new, so that an answer about the user's words can be kept until then. */
  get revision(): number {
    return this.#revision;
  }

  /** Adds one of the user's own turns; text of a model or a tool must never come this way. */
  addUserText(text: string): void {
    this.#revision += 1;
    this.user.add(text);
  }

  /** Adds trusted data that the host knows about the user. */
  addSessionData(data: unknown): void {
    for (const leaf of leavesOf(data, MAX_SESSION_VALUES) ?? []) {
      if (this.#session.size < MAX_SESSION_VALUES) this.#session.add(normalizeValue(String(leaf.value)));
    }
  }

  /** Adds the result of a call that was executed. */
  addToolResult(result: ReportedResult): void {
    this.results.add({
      tool: result.toolId,
      output: result.output,
      isTrusted: result.trusted,
      isLookup: !result.trusted && this.#isUserDerived(result.args),
    });
  }

  /** Adds the instructions that the developer wrote for an agent; text from elsewhere must never come this way. */
  addInstructions(text: string): void {
    this.#instructions.add(text);
  }

  /** Whether the instructions hold this normalised value as a whole. */
  isInstructed(value: string): boolean {
    return this.#instructions.contains(value) || this.#instructions.hasNumber(Number(value));
  }

  isSessionValue(value: string): boolean {
    return this.#session.has(value);
  }

  /** The session values that are long enough to be recognised inside a text. */
  *distinctSessionValues(): Iterable<string> {
    for (const value of this.#session) if (value.length >= 8 && /\d/.test(value)) yield value;
  }

  /** A result is a lookup when the call was made with values that lead back to the user. */
  #isUserDerived(args: unknown): boolean {
    const leaves = leavesOf(args, MAX_TRACED_ARGUMENTS);
    if (leaves === undefined) return false;
    let found = false;
    for (const leaf of leaves) {
      const { origin } = traceValue(this, leaf.value, 'target');
      if (origin === 'prose' || origin === 'model' || origin === 'field') {
        // Numbers that no one named are paging and limits; they select nothing.
        if (typeof leaf.value === 'number') continue;
        return false;
      }
      found = true;
    }
    return found;
  }
}
