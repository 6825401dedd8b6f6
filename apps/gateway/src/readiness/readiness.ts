import type { Clock, Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../clients';
import type { Providers } from '../providers/providers';
import type { Branding } from '../stores/branding';
import { readinessItems, type ReadinessFacts, type ReadinessItem } from './readiness-item';

export interface Readiness {
  /** Nothing is MISSING. */
  readonly isReady: boolean;
  readonly items: readonly ReadinessItem[];
}

/** Says what a store still needs, in the environment of the caller. */
export type CheckReadiness = (tenant: Tenant, context: CallContext) => Promise<Readiness>;

export interface ReadinessDeps {
  readonly clock: Clock;
  readonly clients: Pick<Clients, 'webhooks' | 'deliveries'>;
  readonly providers: Pick<Providers, 'list' | 'checked'>;
  /** What the gateway itself keeps of the store. */
  readonly storeFacts: (tenant: Tenant) => Promise<StoreFacts>;
}

export interface StoreFacts extends Pick<ReadinessFacts, 'secretKeys' | 'owners'> {
  readonly website: string;
  readonly branding: Branding;
}

const page = { limit: 100, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };

/** Providers are called at most once a minute for it; the rest is a few reads. */
export function createReadiness(deps: ReadinessDeps): CheckReadiness {
  return async (tenant, { requestId }) => {
    const context = { requestId };
    const [store, webhooks, taken] = await Promise.all([
      deps.storeFacts(tenant),
      webhookFacts(deps, tenant, context),
      providerFacts(deps, tenant, context),
    ]);
    const items = readinessItems({ devMode: tenant.devMode, ...store, webhooks, ...taken }, deps.clock.real());
    return { items, isReady: items.every(({ status }) => status !== 'MISSING') };
  };
}

async function webhookFacts({ clients }: ReadinessDeps, tenant: Tenant, context: CallContext) {
  const [{ webhooks }, { deliveries }] = await Promise.all([
    clients.webhooks.listWebhooks({ tenant, page, id: undefined, search: undefined }, context),
    clients.deliveries.listDeliveries(
      { tenant, page, webhookId: undefined, event: undefined, status: 'DELIVERY_STATUS_DELIVERED' },
      context,
    ),
  ]);
  const active = webhooks.filter(({ status }) => status === 'WEBHOOK_STATUS_ACTIVE').map(({ id }) => id);
  // The newest first: what a webhook took that is gone since shows nothing.
  const last = deliveries.find(({ webhookId }) => active.includes(webhookId));
  return { active: active.length, deliveredAt: last?.finishedAt ?? last?.updatedAt };
}

async function providerFacts({ providers }: ReadinessDeps, tenant: Tenant, context: CallContext) {
  const { providers: known, methods } = await providers.list({ tenant, context });
  const tested = await Promise.all(
    known.map(async (state) => {
      const { provider, account, capabilities = [], payouts } = state;
      const test = account && (await providers.checked({ tenant, context }, state));
      return account && test && { provider, account, capabilities, payouts, test };
    }),
  );
  return { methods, providers: tested.filter((one) => one !== undefined) };
}
