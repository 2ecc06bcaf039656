/** The parts of the engine that authors of stores need. */
export {
  AUDIT_EVENTS,
  AUTHORITY_EVENTS,
  eventsOf,
  expiryOf,
  loadedText,
  makePage,
  MAX_PAGE_SIZE,
  pageEnd,
  pageSize,
  recordReaders,
  renderLogBody,
  requireKnownOptions,
  storedText,
} from '@sekisho/engine/store-adapter';
export type { LogBody, OptionNames, RowValues } from '@sekisho/engine/store-adapter';
