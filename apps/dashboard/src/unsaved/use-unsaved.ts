import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Started } from '../actions/use-action';
import { meQuery } from '../session/me';
import { addForm, findDraft, forgetDraft, keepDraft } from './forms';

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
  const [page] = useState(() => window.location.pathname);
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
