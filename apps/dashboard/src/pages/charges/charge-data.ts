import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { buildHistory } from './charge-history';
import type { ChargeDetails } from './charge-status';

/** As many as a list answers at once: hardly a charge has more of anything. */
const limit = 100;

export function useCharge(id: string) {
  return useGet('/v2/charges/get', ['charges', 'one', id], { id });
}

/** What belongs to a charge, each with its own state; what the person may not read is not asked for. */
export function useChargeRecords(id: string) {
  const { may } = useStore();
  const events = useGet(
    '/v2/events/list',
    ['charges', 'events', id],
    { recordId: id, limit },
    { enabled: may('EVENT:READ') },
  );
  const deliveries = useGet(
    '/v2/webhooks/deliveries',
    ['charges', 'deliveries', id],
    { recordId: id, limit },
    { enabled: may('WEBHOOK:READ') },
  );
  const disputes = useGet(
    '/v2/disputes/list',
    ['disputes', 'of', id],
    { chargeId: id, limit },
    { enabled: may('DISPUTE:READ') },
  );
  const statement = useGet(
    '/v2/bank-statement/list',
    ['statement', 'of', id],
    { search: id, limit },
    { enabled: may('BANK_STATEMENT:READ') },
  );
  return { events, deliveries, disputes, statement };
}

/** The refunds of a charge: each carries the id it was asked with, which may be that of the checkout. */
export function useChargeRefunds(charge: ChargeDetails | undefined) {
  const { api, key } = useStore();
  const ids = charge === undefined ? [] : [charge.id];
  if (charge?.origin === 'CHECKOUT' && charge.checkoutId !== null) ids.push(charge.checkoutId);
  return useQuery({
    queryKey: key('refunds', 'of', ...ids),
    queryFn: async ({ signal }) => {
      const lists = ids.map((originalId) =>
        record(api.GET('/v2/refunds/list', { params: { query: { originalId, limit } }, signal })),
      );
      return (await Promise.all(lists)).flat().sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
    enabled: ids.length > 0,
  });
}

type Records = ReturnType<typeof useChargeRecords>;

export function historyFrom(
  charge: ChargeDetails,
  { events, deliveries, disputes }: Pick<Records, 'events' | 'deliveries' | 'disputes'>,
  refunds: ReturnType<typeof useChargeRefunds>,
) {
  return buildHistory({
    charge,
    events: events.data ?? [],
    deliveries: deliveries.data ?? [],
    disputes: disputes.data ?? [],
    refunds: refunds.data ?? [],
  });
}
