/** What was filled and not sent when its page went without the person leaving it; in memory alone, by page. */
interface Draft {
  readonly personId: string;
  readonly values: object;
}

const drafts = new Map<string, Draft>();

/** A form on the page that may hold something unsaved. */
export interface FilledForm {
  readonly hasUnsaved: () => boolean;
  /** The person gives up what is in it. */
  readonly discard: () => void;
}

const forms = new Set<FilledForm>();

export function addForm(form: FilledForm): () => void {
  forms.add(form);
  return () => forms.delete(form);
}

export const hasUnsaved = (): boolean => [...forms].some((form) => form.hasUnsaved());

export function discardAll(): void {
  for (const form of forms) form.discard();
}

export function keepDraft(page: string, draft: Draft): void {
  drafts.set(page, draft);
}

/** Never that of another person who used this tab. */
export function findDraft(page: string, personId: string): object | undefined {
  const draft = drafts.get(page);
  return draft?.personId === personId ? draft.values : undefined;
}

export function forgetDraft(page: string): void {
  drafts.delete(page);
}
