import type { ControlRole } from '../wire/tool-manifest.ts';
import { hostOf, isInternalHost } from './host-of.ts';
import { domainOf, imitatesDomain } from './imitates-domain.ts';
import type { UserWords } from './provenance/user-words.ts';
import { hidesText, holdsSecret, isLookalike, leavesItsFolder } from './scan-text.ts';

/** Collects the dangers in the control values of one call that the user did not write. */
export class ControlScan {
  readonly #user: UserWords;
  traversal = false;
  internalHost = false;
  lookalike = false;
  hiddenText = false;
  secret = false;

  constructor(user: UserWords) {
    this.#user = user;
  }

  take(text: string, role: ControlRole): void {
    if (role === 'path' || role === 'url') this.traversal ||= leavesItsFolder(text);
    if (role === 'url') {
      const host = hostOf(text);
      this.internalHost ||= host !== undefined && isInternalHost(host);
    }
    if (role === 'credential' || role === 'amount') return;
    this.secret ||= holdsSecret(text);
    this.lookalike ||= isLookalike(text) || this.#imitates(text, role);
    this.hiddenText ||= hidesText(text);
  }

  /** Takes a value that the user wrote. Values are compared without invisible characters, so that it may contain some. */
  takeOwn(text: string): void {
    this.hiddenText ||= hidesText(text) && !this.#user.hidesText;
  }

  /** Takes the link of the open page. */
  takePage(link: string): void {
    this.lookalike ||= isLookalike(link) || this.#imitates(link, 'url');
  }

  #imitates(text: string, role: ControlRole): boolean {
    const domain = role === 'url' || role === 'recipient' ? domainOf(text) : undefined;
    return (
      domain !== undefined && imitatesDomain(domain, this.#user.domains, (word) => this.#user.mentions(word))
    );
  }
}
