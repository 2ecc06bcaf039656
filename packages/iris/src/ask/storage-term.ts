const DAY_SECONDS = 86_400;
const TERM_DAYS = 30;
const LAST_DAY = Date.UTC(9999, 11, 31) / 1000 / DAY_SECONDS;

/** Computes the earliest time at which OpenAI may delete a response. */
export class StorageTerm {
  #day = Number.NaN;
  #date = '';

  /** Returns that time in the format of `toISOString`, from the creation time in seconds; undefined for an invalid time. */
  endOf(createdAt: number | undefined): string | undefined {
    const seconds = Math.floor(createdAt ?? Number.NaN) + TERM_DAYS * DAY_SECONDS;
    const day = Math.floor(seconds / DAY_SECONDS);
    if (!(day >= TERM_DAYS && day <= LAST_DAY)) return undefined;
    // The date is formatted once a day, because formatting takes longer than the rest of an answer.
    if (day !== this.#day) {
      this.#day = day;
      this.#date = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);
    }
    const left = seconds - day * DAY_SECONDS;
    const hour = Math.floor(left / 3600);
    const minute = Math.floor(left / 60) % 60;
    return `${this.#date}T${two(hour)}:${two(minute)}:${two(left % 60)}.000Z`;
  }
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
