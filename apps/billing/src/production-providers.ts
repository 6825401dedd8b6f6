import type { HealthBook } from './account-health/health-book';
import type { AccountOrderCache } from './account-orders/account-order-cache';
import { asaasMethods } from './asaas/asaas-adapter';
import type { AsaasAccounts } from './asaas-accounts/asaas-accounts';
import { asaasName } from './asaas/asaas-pix-provider';
import { bacenPixName } from './bacen-pix/bacen-pix-provider';
import type { PaymentMethod } from './money/fees';
import type { PixAccounts } from './pix-accounts/pix-accounts';
import { inOrder, type AccountOrders } from './provider/positions';
import {
  noProviders,
  type Adapters,
  type MethodOrder,
  type ProviderAccount,
  type Providers,
  type ProvidersOf,
} from './provider/providers';
import type { StripeAccounts } from './stripe-accounts/stripe-accounts';
import { stripeMethods } from './stripe/stripe-config';
import { stripeName } from './stripe/stripe-metadata';

/** What the adapter of each kind of account has a port for, whatever a store has set. */
export const adapterMethods = {
  [bacenPixName]: ['PIX', 'BOLETO', 'CARD'],
  [stripeName]: stripeMethods,
  [asaasName]: asaasMethods,
} as const;

interface StoreAccounts {
  readonly pix: PixAccounts;
  readonly stripe: StripeAccounts;
  readonly asaas: AsaasAccounts;
}

/** The providers of production: those that the store has an account at, never a simulation. */
export function createProductionProviders(
  accounts: StoreAccounts,
  healths: HealthBook,
  orders: Pick<AccountOrderCache, 'of'>,
): ProvidersOf {
  const all = [
    ofKind(accounts.pix, (bank) => ({
      ...noAdapters,
      kind: 'BACEN_PIX',
      name: bacenPixName,
      account: bank.account ?? bacenPixName,
      owner: bank.owner,
      takes: bank.methods,
      positions: bank.positions,
      pix: bank,
      boleto: bank.boleto,
      card: bank.card,
      automaticPix: bank.automatic,
    })),
    ofKind(accounts.stripe, ({ account, client, methods, positions, boleto, card, dispute }) => ({
      ...noAdapters,
      kind: 'STRIPE',
      name: stripeName,
      account,
      owner: client.owner,
      takes: methods,
      positions,
      boleto,
      card,
      dispute,
    })),
    ofKind(accounts.asaas, ({ account, methods, positions, pix, boleto, card, disputes }) => ({
      ...noAdapters,
      kind: 'ASAAS',
      name: asaasName,
      account,
      owner: pix.owner,
      takes: methods,
      positions,
      pix,
      boleto,
      card,
      dispute: disputes.provider,
    })),
  ];
  return async (tenant) => {
    const [order, ...found] = await Promise.all([orders.of(tenant), ...all.map((find) => find(tenant))]);
    return toProviders(
      order,
      found.flatMap((account) => {
        if (!account) return [];
        const health = (method: PaymentMethod) => healths.of(tenant.storeId, account.name, method);
        return [{ ...account, health }];
      }),
    );
  };
}

type Account = Omit<ProviderAccount, 'health'>;

const noAdapters = { ...noProviders, automaticPix: undefined } as const;

type FindAccount = (tenant: Parameters<ProvidersOf>[0]) => Promise<Account | undefined>;

function ofKind<Adapter>(
  adapters: { of(tenant: Parameters<ProvidersOf>[0]): Promise<Adapter | undefined> },
  toAccount: (adapter: Adapter) => Account,
): FindAccount {
  return async (tenant) => {
    const adapter = await adapters.of(tenant);
    return adapter && toAccount(adapter);
  };
}

/** The accounts of a store in the order of docs/behaviour/providers.md#provider-order. */
function toProviders(orders: AccountOrders, accounts: readonly ProviderAccount[]): Providers {
  const order: MethodOrder = {
    PIX: inOrder(accounts, 'PIX', orders),
    BOLETO: inOrder(accounts, 'BOLETO', orders),
    CARD: inOrder(accounts, 'CARD', orders),
  };
  const first = <Name extends keyof Adapters>(name: Name) => accounts.find((account) => account[name])?.[name];
  return {
    pix: order.PIX[0]?.pix,
    automaticPix: first('automaticPix'),
    boleto: order.BOLETO[0]?.boleto,
    card: order.CARD[0]?.card,
    transfer: first('transfer'),
    dispute: first('dispute'),
    accounts,
    order,
  };
}
