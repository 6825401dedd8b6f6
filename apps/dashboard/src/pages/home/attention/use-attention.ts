import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answered, record } from '../../../api/problem';
import { addDays } from '../../../format/time';
import { useStoreClock } from '../../../session/store-clock';
import { useGet } from '../../../session/use-get';
import { useStore } from '../../../session/store-context';
import { allowedDecision } from '../../payouts/payout';
import { useTakenMethods } from '../../taking/use-taken-methods';
import { pastDueQuery } from '../../subscriptions/past-due';
import {
  deliveryItems,
  disputeItems,
  keyPaymentItems,
  pastDueItems,
  payoutItems,
  providerItems,
  refundItems,
  refundRequestItems,
  takingItems,
  webhookItems,
  type AttentionItem,
} from './attention';

type Source = UseQueryResult<readonly AttentionItem[]>;

interface Attention {
  readonly items: readonly AttentionItem[];
  readonly isLoading: boolean;
  /** Those that could not be asked for, each with a way to try again. */
  readonly failed: readonly Source[];
}

const limit = 100;

/** Some of it makes no event: deliveries that fail, a provider that falls ill, time that passes. */
const refetchInterval = 60_000;

/** Asks for all that may need this person, at once; each source fails alone. */
export function useAttention(): Attention {
  const { isLive } = useStore();
  const taken = useTakenMethods();
  const disputes = useDisputes();
  const pastDue = usePastDue();
  const payouts = usePayouts();
  const refunds = useRefunds();
  const refundRequests = useRefundRequests();
  const keyPayments = useKeyPayments();
  const providers = useProviders();
  const webhooks = useWebhooks();
  const deliveries = useDeliveries();
  // In this order on the page.
  const sources: readonly Source[] = [
    payouts,
    disputes,
    refunds,
    refundRequests,
    keyPayments,
    pastDue,
    providers,
    webhooks,
    deliveries,
  ];
  return {
    items: [...takingItems(taken, isLive), ...sources.flatMap(({ data = [] }) => data)],
    // What the person may not read is not asked for, and waits for nothing.
    isLoading: sources.some(({ isLoading }) => isLoading),
    failed: sources.filter(({ isError, data }) => isError && data === undefined),
  };
}

function useDisputes(): Source {
  const { may } = useStore();
  const { now } = useStoreClock();
  const query = { status: 'NEEDS_ANSWER', limit } as const;
  return useGet('/v2/disputes/list', ['disputes', 'attention'], query, {
    select: (disputes) => disputeItems(disputes, now()),
    enabled: may('DISPUTE:READ'),
    refetchInterval,
  });
}

function usePastDue(): Source {
  return useQuery({ ...pastDueQuery(useStore()), select: pastDueItems, refetchInterval });
}

function usePayouts(): Source {
  const { api, key, may, me } = useStore();
  const decider = { userId: me.user.id, mayPayOut: may('WITHDRAW:CREATE') };
  const { now } = useStoreClock();
  const query = { status: 'PENDING', limit } as const;
  return useQuery({
    queryKey: key('payouts', 'attention'),
    queryFn: async ({ signal }) => {
      const [withdrawals, transfers] = await Promise.all([
        record(api.GET('/v2/payouts/list', { params: { query }, signal })),
        record(api.GET('/v2/pix/list', { params: { query }, signal })),
      ]);
      return [...withdrawals, ...transfers];
    },
    select: (payouts) => payoutItems(payouts, now(), (payout) => allowedDecision(payout, decider) === 'DECIDE'),
    enabled: may('WITHDRAW:READ'),
    refetchInterval,
  });
}

function useRefunds(): Source {
  const { may } = useStore();
  const query = { needsKey: true, limit } as const;
  return useGet('/v2/refunds/list', ['refunds', 'attention'], query, {
    select: refundItems,
    enabled: may('CHECKOUT:READ') && may('REFUND:CREATE'),
    refetchInterval,
  });
}

function useRefundRequests(): Source {
  const { api, key, may } = useStore();
  const query = { status: 'OPEN', limit } as const;
  return useQuery({
    queryKey: key('refund-requests', 'attention'),
    queryFn: async ({ signal }) => {
      const { data, pagination } = await answered(api.GET('/v2/refund-requests/list', { params: { query }, signal }));
      return { rows: data, hasMore: pagination.hasMore };
    },
    select: refundRequestItems,
    // Only people who may decide have something to do.
    enabled: may('CHECKOUT:READ') && may('REFUND:CREATE'),
    refetchInterval,
  });
}

function useKeyPayments(): Source {
  const { api, key, may } = useStore();
  const query = { status: 'WAITING', limit } as const;
  return useQuery({
    queryKey: key('key-payments', 'attention'),
    queryFn: async ({ signal }) => {
      const { data, pagination } = await answered(api.GET('/v2/key-payments/list', { params: { query }, signal }));
      return { rows: data, hasMore: pagination.hasMore };
    },
    select: keyPaymentItems,
    // Only people who may decide have something to do.
    enabled: may('BANK_STATEMENT:READ') && may('REFUND:CREATE'),
    refetchInterval,
  });
}

function useProviders(): Source {
  const { may } = useStore();
  return useGet('/v2/providers/list', ['providers', 'attention'], undefined, {
    select: providerItems,
    enabled: may('CONNECT:READ'),
    refetchInterval,
  });
}

function useWebhooks(): Source {
  const { may } = useStore();
  return useGet(
    '/v2/webhooks/list',
    ['webhooks', 'all'],
    { limit },
    { select: webhookItems, enabled: may('WEBHOOK:READ'), refetchInterval },
  );
}

const failedDays = 7;

function useDeliveries(): Source {
  const { api, key, may } = useStore();
  const { today } = useStoreClock();
  const startDate = addDays(today(), 1 - failedDays);
  return useQuery({
    queryKey: key('deliveries', 'attention', startDate),
    queryFn: async ({ signal }) => {
      const lists = ([{ status: 'FAILED', startDate }, { status: 'PENDING' }] as const).map(async (filters) => {
        const query = { ...filters, limit };
        const { data, pagination } = await answered(api.GET('/v2/webhooks/deliveries', { params: { query }, signal }));
        return { rows: data, hasMore: pagination.hasMore };
      });
      const [failed = { rows: [], hasMore: false }, pending = { rows: [], hasMore: false }] = await Promise.all(lists);
      return { failed, pending };
    },
    select: ({ failed, pending }) => deliveryItems(failed, pending, startDate),
    enabled: may('WEBHOOK:READ'),
    refetchInterval,
  });
}
