import { providerNotConfigured, type AccountOwner, type Tenant } from '@pitanga/core';
import { findCharge } from '../charges/charge-queries';
import type { Deps, Tools } from '../deps';
import { findAdapter, type Providers } from '../provider/providers';
import type { RefundReading } from '../provider/refund-reading';
import { buildOrderId, type Refund, type RefundRail } from '../refunds/refund';
import { refundProviderChanged } from '../refunds/refund-errors';
import { findRefundProviders } from './refund-providers';

/** The provider of one refund's rail. */
interface RefundProvider {
  /** Stored with what is sent through it. */
  readonly account: string;
  /** Whose that account is. */
  readonly owner: AccountOwner | undefined;
  /** @throws AppError that `isRefusal` when the refund will not be carried out; any other error leaves it unknown */
  send(refund: Refund): Promise<RefundReading>;
  /** Undefined only when the provider says that it never got the refund. */
  read(refund: Refund): Promise<RefundReading | undefined>;
}

/** Only where a refund was sent through it is asked about: another account would not know it. */
export async function refundProviderFor(deps: Deps, tenant: Tenant, refund: Refund): Promise<RefundProvider> {
  const { rail, account } = refund;
  const find = rail === 'TRANSFER' ? findRefundProviders(deps, tenant) : deps.findProviders(tenant);
  const provider = chooseProvider(deps, tenant, await find, refund);
  if (!provider) throw providerNotConfigured(rail);
  if (account !== undefined && account !== provider.account) throw refundProviderChanged();
  return provider;
}

function chooseProvider(
  deps: Deps,
  tenant: Tenant,
  providers: Providers,
  { rail, provider: name }: Refund,
): RefundProvider | undefined {
  const order = (refund: Refund) => buildOrder(deps, refund);
  switch (rail) {
    case 'PIX': {
      // It goes back by the account that it came in by, whichever takes Pix now.
      const receiver = findAdapter(providers, 'pix', name);
      return (
        receiver && {
          account: receiver.account ?? receiver.name,
          owner: receiver.owner,
          send: async (refund) => receiver.refundPix(await buildPixOrder(deps, tenant, refund)),
          read: async (refund) => receiver.readPixRefund(await buildPixOrder(deps, tenant, refund)),
        }
      );
    }
    case 'CARD': {
      const card = findAdapter(providers, 'card', name);
      return (
        card && {
          account: card.account ?? card.name,
          owner: card.owner,
          send: (refund) => card.refundCard(order(refund)),
          read: (refund) => card.readCardRefund(order(refund)),
        }
      );
    }
    case 'TRANSFER': {
      const { transfer } = providers;
      return (
        transfer && {
          account: transfer.name,
          owner: transfer.owner,
          send: (refund) => transfer.sendTransfer({ ...order(refund), ...requirePixKey(refund) }),
          read: (refund) => transfer.readTransfer({ ...order(refund), ...requirePixKey(refund) }),
        }
      );
    }
  }
}

function buildOrder(deps: Tools, refund: Refund) {
  const { target, amountCents, requestedAt } = refund;
  return { refundId: buildOrderId(refund), target, amountCents, requestedAt, now: deps.clock.real() };
}

async function buildPixOrder(deps: Deps, tenant: Tenant, refund: Refund) {
  const charge = await findCharge(deps.db, tenant, refund.chargeId);
  const chargeReference = charge?.boleto?.reference ?? charge?.providerReference;
  return { ...buildOrder(deps, refund), chargeReference };
}

function requirePixKey({ id, pixKey }: Refund) {
  if (!pixKey) throw new Error(`refund ${id} has no Pix key`);
  return { keyType: pixKey.type, key: pixKey.key };
}

const providerNames: Readonly<Record<RefundRail, string>> = { PIX: 'PIX', CARD: 'CARD', TRANSFER: 'BOLETO' };

/** The owner of the account that sends it; UNAVAILABLE without a provider (docs/behaviour/charges.md#no-provider). */
export function requireProvider(
  providers: Providers,
  refund: Pick<Refund, 'rail' | 'provider'>,
): AccountOwner | undefined {
  const provider = findRefundPort(providers, refund);
  if (!provider) throw providerNotConfigured(providerNames[refund.rail]);
  return provider.owner;
}

/** Whether the account takes one part of a payment a day. */
export function isOnePartADay(
  providers: Providers,
  { rail, provider: name }: Pick<Refund, 'rail' | 'provider'>,
): boolean {
  return rail === 'CARD' && findAdapter(providers, 'card', name)?.isOnePartADay === true;
}

/** What carries out refunds of a rail: the account that has the payment, or of a boleto what sends money to keys. */
export function findRefundPort(providers: Providers, { rail, provider: name }: Pick<Refund, 'rail' | 'provider'>) {
  return rail === 'TRANSFER' ? providers.transfer : findAdapter(providers, rail === 'PIX' ? 'pix' : 'card', name);
}
