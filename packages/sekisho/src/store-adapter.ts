/** The parts of the engine that authors of stores need. */
export {
  AUDIT_EVENTS,
  eventsOf,
  expiryOf,
  loadedText,
  makePage,
  pageEnd,
  pageSize,
  recordReaders,
  renderLogBody,
  requireKnownOptions,
  storedText,
} from '@sekisho/engine/store-adapter';
export type { LogBody, OptionNames, RowValues } from '@sekisho/engine/store-adapter';
