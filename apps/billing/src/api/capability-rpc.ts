import {
  fromWire,
  toWire,
  type AdapterMethods,
  type CapabilityServiceDefinition,
  type MethodCapabilities,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { AccountHealth } from '../account-health/account-health-repository';
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { adapterMethods } from '../production-providers';
import type { CardProvider } from '../provider/card-provider';
import { findAdapter, type Adapters, type Providers } from '../provider/providers';
import { refundRail } from '../refunds/refund';
import { toAccepts } from '../returning/dispute-files';
import { findRefundPort } from '../returning/refund-provider';
import { findRefundProviders } from '../returning/refund-providers';

interface CapabilityDeps extends Pick<Deps, 'clock' | 'findProviders' | 'findTransfer' | 'log'> {
  readonly orderAccounts: (tenant: Tenant, method: PaymentMethod, names: readonly string[]) => Promise<void>;
  /** How the accounts of a store have answered. */
  readonly findHealth: (tenant: Tenant, now: Date) => Promise<readonly AccountHealth[]>;
}

const methods = ['PIX', 'BOLETO', 'CARD'] as const;

export function capabilityHandlers(deps: CapabilityDeps): RpcHandlers<CapabilityServiceDefinition> {
  return {
    getCapabilities: async (_request, { tenant }) => {
      const now = deps.clock.real();
      const [providers, healths] = await Promise.all([
        findDeclaring(deps, tenant),
        // Nothing fails in a simulation.
        tenant.devMode ? [] : deps.findHealth(tenant, now),
      ]);
      return {
        methods: methods.flatMap((method) =>
          findTakers(providers, method).flatMap((taker, index) =>
            readCapabilities(providers, method, taker).map((port) => {
              const health = healths.find((one) => one.method === method && one.provider === port.provider);
              return { ...port, position: index + 1, ...toStanding(health, now) };
            }),
          ),
        ),
        adapters: Object.entries(adapterMethods).map(toAdapterMethods),
      };
    },
    orderAccounts: async ({ method, providers }, { tenant }) => {
      await deps.orderAccounts(tenant, fromWire('PAYMENT_METHOD', methods, method), providers);
      return {};
    },
  };
}

/** While payouts does not answer, what it would send counts as not sent. */
async function findDeclaring(deps: CapabilityDeps, tenant: Tenant): Promise<Providers> {
  try {
    return await findRefundProviders(deps, tenant);
  } catch (err) {
    deps.log.warn({ err, storeId: tenant.storeId }, 'whether refunds to keys are sent was not found');
    return deps.findProviders(tenant);
  }
}

type Taker = Pick<Adapters, 'pix' | 'boleto' | 'card'>;

type Health = 'isResting' | 'restingSince' | 'restingUntil' | 'failedAt' | 'failure' | 'asked' | 'failed' | 'averageMs';
type Standing = 'position' | Health;

/** The accounts that take a method, in their order; in dev mode what simulates it. */
function findTakers(providers: Providers, method: PaymentMethod): readonly Taker[] {
  return providers.order?.[method] ?? [providers];
}

/** What the ports of one account declare: there is no other list of it. */
function readCapabilities(
  providers: Providers,
  method: PaymentMethod,
  { pix, boleto, card }: Taker,
): readonly Omit<MethodCapabilities, Standing>[] {
  const port = { PIX: pix, BOLETO: boleto, CARD: card }[method];
  if (!port) return [];
  const rail = refundRail(method);
  const refunds = findRefundPort(providers, { rail, provider: port.name }) !== undefined;
  const dispute = findAdapter(providers, 'dispute', port.name);
  return [
    {
      method: toWire('PAYMENT_METHOD', method),
      provider: port.name,
      refunds,
      // It goes back by a transfer to a key, or not at all.
      refundNeedsKey: refunds && rail === 'TRANSFER',
      showsDisputes: port.showsDisputes,
      isReconciled: port.isReconciled,
      wallets: [],
      ...(method === 'CARD' && card ? readCardCapabilities(card) : {}),
      disputes:
        dispute?.name === port.name && dispute.methods.includes(method) ? toAccepts(dispute.capabilities) : undefined,
    },
  ];
}

/** @param health undefined of one that was asked for nothing yet */
function toStanding(health: AccountHealth | undefined, now: Date): Pick<MethodCapabilities, Health> {
  const { asked = 0, failed = 0, tookMs = 0, restsFrom, restsUntil, failedAt, failure } = health ?? {};
  const isResting = restsUntil !== undefined && restsUntil > now;
  return {
    isResting,
    restingSince: isResting ? restsFrom : undefined,
    restingUntil: isResting ? restsUntil : undefined,
    failedAt,
    failure: failure && toWire('ACCOUNT_FAILURE', failure),
    asked,
    failed,
    averageMs: asked === 0 ? undefined : Math.round(tookMs / asked),
  };
}

function readCardCapabilities(card: CardProvider) {
  const { installmentsMax, canRenew, canVerify, canConfirm, isOnePartADay, fields } = card;
  const wallets = (card.wallets ?? []).map((wallet) => toWire('WALLET', wallet));
  const isTypedAtProvider = fields?.kind === 'HOSTED';
  const can = { renews: canRenew, verifies: canVerify, confirms: canConfirm };
  return { ...can, installmentsMax, refundsOnePartADay: isOnePartADay, isTypedAtProvider, wallets };
}

function toAdapterMethods([provider, methods]: [string, readonly PaymentMethod[]]): AdapterMethods {
  return { provider, methods: methods.map((method) => toWire('PAYMENT_METHOD', method)) };
}
