import type { Language } from '../i18n/language.ts';
import { isRecord } from './is-record.ts';

/** The problem details of a request that the server rejected (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  /** The additional fields of the response, such as who decided and when. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown) {
    const details = isRecord(body) ? body : {};
    super(
      textOf(details['detail']) ?? textOf(details['title']) ?? `The server answered with status ${status}.`,
    );
    this.status = status;
    this.code = textOf(details['code']) ?? `HTTP-${status}`;
    this.details = details;
  }

  /** Returns the message in the person's language if the server provides it in that language. */
  titleIn(language: Language): string {
    return (language === 'ja' ? textOf(this.details['title_ja']) : undefined) ?? this.message;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
