/** For authors of stores: the functions that all adapters share. */
export { AUDIT_EVENTS, renderLogBody, type LogBody } from './wire/execution-log.ts';
export { requireKnownOptions, type OptionNames } from './errors/require-known-options.ts';
export { AUTHORITY_EVENTS } from './store/authority-events.ts';
export { eventsOf, makePage, MAX_PAGE_SIZE, pageEnd, pageSize } from './store/page-request.ts';
export { recordReaders, type RowValues } from './store/record-readers.ts';
export { expiryOf } from './store/store-time.ts';
export { loadedText, storedText } from './store/stored-text.ts';
