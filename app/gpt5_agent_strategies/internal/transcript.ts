import type { PluginMessage } from '@sekisho/dify-plugin';

/** The text that the user has received; separates the texts of different rounds. */
export class Transcript {
  #tail = '';
  #needsBreak = false;

  /** Starts a new round for the following text. */
  startRound(): void {
    this.#needsBreak = this.#tail !== '';
  }

  show(text: string): PluginMessage[] {
    if (text === '') return [];
    const gap = this.#needsBreak ? '\n\n'.slice(countNewlines(this.#tail)) : '';
    this.#needsBreak = false;
    this.#tail = (this.#tail + gap + text).slice(-2);
    return [{ type: 'text', text: gap + text }];
  }
}

function countNewlines(tail: string): number {
  return /\n*$/.exec(tail)?.[0].length ?? 0;
}
