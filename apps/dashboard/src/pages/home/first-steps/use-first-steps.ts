import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { storeApi } from '../../../api/client';
import { record } from '../../../api/problem';
import { useStore } from '../../../session/store-context';
import { wereFeesSeen } from '../../settings/fees/fees-seen';
import { firstSteps, liveSteps, maySee, testSteps, type FirstSteps, type StepName } from './first-steps';

/** What makes no event, like a new product, is seen within this time. */
const askAgainMs = 5_000;

/** Whether a step is taken; asked again until it is, and not at all when it is not for this person. */
function useTaken(step: StepName, shown: readonly StepName[], ask: (signal: AbortSignal) => Promise<boolean>) {
  const { key, may } = useStore();
  const isAsked = shown.includes(step) && maySee(step, may);
  const { data, isError } = useQuery({
    queryKey: key('first-steps', step),
    queryFn: ({ signal }) => ask(signal),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data === true ? false : askAgainMs),
  });
  // A step whose state is not known is left out.
  return isAsked && !isError ? { data } : undefined;
}

/** The steps of this person, and whether each is taken; undefined while they are asked for. */
export function useFirstSteps(isShown: boolean): FirstSteps | undefined {
  const { api, scope, me, isLive, may } = useStore();
  const names: readonly StepName[] = !isShown ? [] : isLive ? liveSteps : testSteps;
  const has = async (rows: Promise<readonly unknown[]>, least = 1): Promise<boolean> => (await rows).length >= least;
  const first = { params: { query: { limit: 1 } } };
  const taken = {
    begin: useTaken('begin', names, async (signal) => {
      const [{ items }, hasProduct] = await Promise.all([
        record(api.GET('/v2/store/readiness', { signal })),
        has(record(api.GET('/v2/products/list', { ...first, signal }))),
      ]);
      return hasProduct || items.some(({ item, status }) => item === 'API_KEY' && status === 'OK');
    }),
    link: useTaken('link', names, (signal) => has(record(api.GET('/v2/payment-links/list', { ...first, signal })))),
    payment: useTaken('payment', names, (signal) => {
      const query = { limit: 1, status: 'PAID' } as const;
      return has(record(api.GET('/v2/charges/list', { params: { query }, signal })));
    }),
    webhook: useTaken('webhook', names, (signal) => has(record(api.GET('/v2/webhooks/list', { ...first, signal })))),
    invite: useTaken('invite', names, (signal) => has(record(api.GET('/v2/members/list', { signal })), 2)),
    identity: useTaken('identity', names, async (signal) => {
      const { legalName, website } = await record(api.GET('/v2/store/get', { signal }));
      return legalName !== null && website?.startsWith('https://') === true;
    }),
    brand: useTaken('brand', names, async (signal) => {
      const { branding } = await record(api.GET('/v2/store/get', { signal }));
      return Object.values(branding).some((part) => part !== null);
    }),
    fees: may('STORE:READ') ? { data: wereFeesSeen(scope.storeId) } : undefined,
    products: useTaken('products', names, (signal) => has(record(api.GET('/v2/products/list', { ...first, signal })))),
    firstLink: useTaken('firstLink', names, (signal) =>
      has(record(api.GET('/v2/payment-links/list', { ...first, signal }))),
    ),
    factor: { data: me.factors.totp || me.factors.passkeys > 0 },
    provider: useTaken('provider', names, async (signal) => {
      const production = storeApi({ storeId: scope.storeId, environment: 'prod' });
      const providers = await record(production.GET('/v2/providers/list', { signal }));
      return providers.some(({ connected }) => connected);
    }),
  };
  return firstSteps(new Map(names.flatMap((name) => (taken[name] ? [[name, taken[name].data]] : []))));
}

const storageKey = (of: string): string => `pitanga-first-steps/${of}`;

/** Whether the steps of a store, or of its production, are put away in this browser. */
export function usePutAway(of: string): readonly [isAway: boolean, putAway: () => void] {
  const [away, setAway] = useState<string>();
  return [
    away === of || localStorage.getItem(storageKey(of)) !== null,
    () => {
      localStorage.setItem(storageKey(of), 'away');
      setAway(of);
    },
  ];
}

/** Puts the steps away for good once all are taken. */
export function usePutAwayWhenDone(steps: FirstSteps | undefined, putAway: () => void): void {
  const isDone = steps !== undefined && steps.next === undefined;
  useEffect(() => {
    if (isDone) putAway();
  }, [isDone, putAway]);
}
