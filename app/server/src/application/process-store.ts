import type { ProcessCase } from '../domain/process-case.ts';
import type { ProcessTemplate } from '../domain/process-template.ts';
import type { Page, Removal, RemovalState, SearchRequest } from './chat-store.ts';

/** Keeps templates and cases; whoever does not own one cannot tell it from one that is not there. */
export type ProcessStore = {
  /** Stores template and steps in one transaction; false when the user has one of that name. */
  addTemplate: (template: ProcessTemplate) => Promise<boolean>;
  getTemplate: (userId: string, id: string) => Promise<ProcessTemplate | undefined>;
  /** A search looks at the names of templates and steps. */
  listTemplates: (userId: string, search: SearchRequest) => Promise<Page<ProcessTemplate>>;
  /** Stores name, steps and version if the version is still the given one and the name is free. */
  replaceTemplate: (
    changed: ProcessTemplate,
    expectedVersion: number,
  ) => Promise<'replaced' | 'changed' | 'name-taken'>;
  /** Removes a template that no case was started from. */
  removeTemplate: (removal: Removal) => Promise<RemovalState | 'in-use'>;
  addCase: (created: ProcessCase) => Promise<void>;
  getCase: (userId: string, id: string) => Promise<ProcessCase | undefined>;
  /** A search looks at the names of cases and steps and at the people in charge. */
  listCases: (userId: string, search: SearchRequest) => Promise<Page<ProcessCase>>;
  /** Stores the case if its version is still the given one; false when someone was faster. */
  replaceCase: (changed: ProcessCase, expectedVersion: number) => Promise<boolean>;
  removeCase: (removal: Removal) => Promise<RemovalState>;
};
