import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../api/client';
import { runWithFactor, useAskFactor } from '../session/ask-factor';

/** How far one of several is: `FAILED` with its reason. */
export type Step =
  { readonly state: 'WAITING' | 'RUNNING' | 'DONE' } | { readonly state: 'FAILED'; readonly problem: unknown };

interface Options<Item> {
  /** Calls the API for one; the key stays the same while it is tried again. */
  readonly run: (item: Item, idempotencyKey: string) => Promise<unknown>;
  /** The starts of the query keys whose data it changes. */
  readonly refreshes: readonly (readonly unknown[])[];
}

/** Does something to several records, one after the other, each under a key of its own; what fails stops none of the others. */
export function useEach<Item extends { readonly id: string }>({ run, refreshes }: Options<Item>) {
  const queries = useQueryClient();
  const askFactor = useAskFactor();
  const keys = useRef(new Map<string, string>());
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const note = (id: string, step: Step): void => {
    setSteps((before) => new Map([...before, [id, step]]));
  };

  const one = async (item: Item): Promise<void> => {
    const key = keys.current.get(item.id) ?? newIdempotencyKey();
    keys.current.set(item.id, key);
    note(item.id, { state: 'RUNNING' });
    try {
      await runWithFactor(askFactor, () => run(item, key));
      note(item.id, { state: 'DONE' });
    } catch (problem) {
      note(item.id, { state: 'FAILED', problem });
    }
  };
  const start = async (items: readonly Item[]): Promise<void> => {
    if (isRunning) return;
    setRunning(true);
    for (const item of items) note(item.id, { state: 'WAITING' });
    for (const item of items) await one(item);
    setRunning(false);
    await Promise.all(refreshes.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  return { steps, isRunning, start: (items: readonly Item[]) => void start(items) };
}
