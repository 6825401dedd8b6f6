import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../api/client';
import { runWithFactor, useAskFactor } from '../session/ask-factor';
import { useToasts } from './toasts';

export interface ActionOptions<Input, Result> {
  /** The starts of the query keys whose data it changes. */
  readonly refreshes?: readonly (readonly unknown[])[] | undefined;
  /** Said when it is done. */
  readonly done?: string | undefined;
  readonly onDone?: ((result: Result, input: Input) => void) | undefined;
}

interface Options<Input, Result> extends ActionOptions<Input, Result> {
  /** Calls the API; `idempotencyKey` stays the same while one intent is tried again. */
  readonly run: (input: Input, idempotencyKey: string) => Promise<Result>;
}

export interface Action<Input> {
  readonly start: (input: Input) => void;
  readonly isRunning: boolean;
  /** Why the last try failed; null while another runs. */
  readonly problem: Error | null;
  /** Forgets why the last try failed: what it was about has changed, or another step is open. */
  readonly clear: () => void;
  /** Whether the last try did it; asked at the moment, before anything is drawn anew. */
  readonly isDone: () => boolean;
}

/** What a dialog or form shows of an action. */
export type Started<Input> = Pick<Action<Input>, 'start' | 'isRunning' | 'problem'> & Partial<Action<Input>>;

/**
 * What a person does: shows that it runs, asks for a second factor where the API wants a fresh one, keeps its
 * idempotency key over retries, and loads again what it changed.
 */
export function useAction<Input = void, Result = unknown>(options: Options<Input, Result>): Action<Input> {
  const { run, refreshes = [], done, onDone } = options;
  const queries = useQueryClient();
  const askFactor = useAskFactor();
  const toasts = useToasts();
  const intent = useRef({ input: '', key: '' });
  const hasDone = useRef(false);

  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      const key = chooseKey(intent.current, input);
      return runWithFactor(askFactor, () => run(input, key));
    },
    onSuccess: async (result, input) => {
      intent.current = { input: '', key: '' };
      hasDone.current = true;
      if (done !== undefined) toasts.show(done);
      onDone?.(result, input);
      await Promise.all(refreshes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return {
    start: (input) => {
      if (mutation.isPending) return;
      hasDone.current = false;
      mutation.mutate(input);
    },
    isRunning: mutation.isPending,
    problem: mutation.error,
    clear: mutation.reset,
    isDone: () => hasDone.current,
  };
}

/** The same key for the same input until it has succeeded: a repeat after a lost answer does nothing twice. */
function chooseKey(intent: { input: string; key: string }, input: unknown): string {
  const text = JSON.stringify(input ?? null);
  if (intent.input !== text) Object.assign(intent, { input: text, key: newIdempotencyKey() });
  return intent.key;
}
