import type { Page, Removal, RemovalState, SearchRequest } from '../storage/page.ts';
import type { ProcessCase } from './cases/process-case.ts';
import type { ProcessTemplate } from './templates/process-template.ts';

/**
 * Stores templates and cases. An item of another user is treated as missing, except a case with a step of which the
 * user is the assignee.
 */
export type ProcessStore = {
  /** Stores a template and its steps in one transaction. Returns false when the user has a template with that name. */
  addTemplate: (template: ProcessTemplate) => Promise<boolean>;
  getTemplate: (userId: string, id: string) => Promise<ProcessTemplate | undefined>;
  /** Searches the names of templates and steps. */
  listTemplates: (userId: string, search: SearchRequest) => Promise<Page<ProcessTemplate>>;
  /** Stores name, steps and version if the stored version equals the given one and the name is free. */
  replaceTemplate: (
    changed: ProcessTemplate,
    expectedVersion: number,
  ) => Promise<'replaced' | 'changed' | 'name-taken'>;
  /** Deletes a template unless cases were created from it. */
  removeTemplate: (removal: Removal) => Promise<RemovalState | 'in-use'>;
  addCase: (created: ProcessCase) => Promise<void>;
  getCase: (userId: string, id: string) => Promise<ProcessCase | undefined>;
  /** Searches the names of cases and steps, and the assignees. */
  listCases: (userId: string, search: SearchRequest) => Promise<Page<ProcessCase>>;
  /** Stores the case if its stored version equals the given one. Returns false otherwise. */
  replaceCase: (changed: ProcessCase, expectedVersion: number) => Promise<boolean>;
  removeCase: (removal: Removal) => Promise<RemovalState>;
};

/** The changes of several rows, which differ between databases. */
export type ProcessChanges = Omit<ProcessStore, 'getTemplate' | 'listTemplates' | 'getCase' | 'listCases'>;
