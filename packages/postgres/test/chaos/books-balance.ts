import type { ChaosLedger } from './run-chaos.ts';

/** Returns whether every run ended, was decided once and refunded at most once, and all other counts are as expected. */
export function booksBalance(ledger: ChaosLedger): boolean {
  return (
    ledger.done === ledger.runs &&
    ledger.decisions === ledger.runs &&
    ledger.wonTwice.length === 0 &&
    ledger.refundedTwice.length === 0 &&
    ledger.unexplained === 0 &&
    ledger.chainHolds
  );
}
