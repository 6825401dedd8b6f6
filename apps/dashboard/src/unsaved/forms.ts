import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Started } from '../actions/use-action';
import { meQuery } from '../session/me';

/** What was filled and not sent when its page went without the person leaving it; in memory alone, by page. */
interface Draft {
  readonly personId: string;
  readonly values: object;
}

const drafts = new Map<string, Draft>();

/** A form on the page that may hold something unsaved. */
interface FilledForm {
  readonly hasUnsaved: () => boolean;
  /** The person gives up what is in it. */
  readonly discard: () => void;
}

const forms = new Set<FilledForm>();

function addForm(form: FilledForm): () => void {
  forms.add(form);
  return () => forms.delete(form);
}

export const hasUnsaved = (): boolean => [...forms].some((form) => form.hasUnsaved());

export function discardAll(): void {
  for (const form of forms) form.discard();
}

function keepDraft(page: string, draft: Draft): void {
  drafts.set(page, draft);
}

/** Never that of another person who used this tab. */
function findDraft(page: string, personId: string): object | undefined {
  const draft = drafts.get(page);
  return draft?.personId === personId ? draft.values : undefined;
}

function forgetDraft(page: string): void {
  drafts.delete(page);
}

/**
 * Has the person asked before a filled form is left, and keeps what is in it while they sign in again or set up a second
 * factor.
 * @param isKept false where it holds secrets
 * @returns whether something was brought back, and how to begin anew
 */
export function useUnsaved<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  action: Started<never>,
  isKept: boolean,
) {
  const { getValues, reset } = form;
  const hasUnsaved = useHasUnsaved(form, action);
  const personId = useQuery(meQuery).data?.user.id ?? '';
  // That of the form, also while another page is on its way.
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  const [draft, setDraft] = useState(() => (isKept ? findDraft(page, personId) : undefined));
  useEffect(() => {
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, getValues, reset]);
  useEffect(() => {
    forgetDraft(page);
    let isGivenUp = false;
    const isUnsaved = (): boolean => !isGivenUp && hasUnsaved.current();
    const remove = addForm({
      hasUnsaved: isUnsaved,
      discard: () => {
        isGivenUp = true;
      },
    });
    return () => {
      remove();
      if (isKept && isUnsaved()) keepDraft(page, { personId, values: getValues() });
    };
  }, [getValues, hasUnsaved, isKept, page, personId]);
  const beginAnew = (): void => {
    reset();
    setDraft(undefined);
  };
  return { isRestored: draft !== undefined, beginAnew };
}

/** Whether the form holds something that was not saved, asked at any time. */
function useHasUnsaved<Values extends FieldValues>(form: UseFormReturn<Values>, action: Started<never>) {
  const { isDirty } = form.formState;
  const { isDone, isRunning } = action;
  const { getValues } = form;
  const sent = useRef<string>(undefined);
  const latest = useRef((): boolean => false);
  useEffect(() => {
    if (isRunning) sent.current = JSON.stringify(getValues());
  }, [getValues, isRunning]);
  useEffect(() => {
    latest.current = () => isDirty && !(isDone?.() === true && sent.current === JSON.stringify(getValues()));
  });
  return latest;
}
