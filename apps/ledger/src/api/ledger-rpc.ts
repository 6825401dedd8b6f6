import {
  accountOwnerFromWire,
  fromWire,
  required,
  toWire,
  type LedgerServiceDefinition,
  type ReserveHoldRequest,
} from '@pitanga/contracts';
import { cents, invalidArgument, type Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import { readBalance, readSubBalances } from '../balances/balance-repository';
import type { AdvanceTerms } from '../booking/make-advance';
import { paidChargeFromWire } from '../charges/charge-wire';
import type { Deps } from '../deps';
import { holdPurposes } from '../holds/hold';
import type { ReserveInput } from '../holds/hold-rules';
import { findReceipts } from '../revenue/receipts-repository';
import { findRevenue } from '../revenue/revenue-repository';
import { returnPayout } from '../booking/return-payout';
import { byId, type SplitPart } from '../splits/split';
import { createGate } from '../statement/reconciliation-gate';
import { statementMethods } from '../statement/statement';
import { reconciliationsBusy } from '../statement/statement-errors';
import type { Writer } from '../writer/writer';
import { advanceHandlers } from './advance-rpc';
import { limitHandlers } from './limit-rpc';
import { settlementHandlers } from './settlement-rpc';
import { statementHandlers } from './statement-rpc';
import { subTransferHandlers } from './sub-transfer-rpc';

/** Of all stores. Each holds a connection of the service's pool for up to 4 s, and the rest are for holds and bookings. */
const sumsMax = 2;

/** Of one call: a page of a list. */
const subAccountsMax = 100;

/** Holds need no Idempotency-Key: a repeat with the id of a hold changes nothing. */
export function ledgerHandlers(
  deps: Deps,
  writer: Writer,
  advanceTerms: AdvanceTerms,
): RpcHandlers<LedgerServiceDefinition> {
  const gate = createGate(sumsMax, reconciliationsBusy);
  return {
    ...advanceHandlers(deps, advanceTerms),
    ...subTransferHandlers(deps),
    ...limitHandlers(deps),
    ...statementHandlers(deps, gate),
    ...settlementHandlers(deps, gate),
    ...holdHandlers(deps, writer),

    getBalance: async (_request, { tenant }) => ({
      ...(await readBalance(deps.db, tenant)),
      advanceRateBasisPoints: advanceTerms.rateBasisPoints,
    }),

    getSubBalances: async ({ subAccountIds }, { tenant }) => {
      if (subAccountIds.length > subAccountsMax) throw invalidArgument('At most 100 sub-accounts');
      return { balances: [...(await readSubBalances(deps.db, tenant, subAccountIds))] };
    },

    getRevenue: async ({ fromDay, toDay }, { tenant }) => ({
      days: [...(await findRevenue(deps.db, tenant, { fromDay, toDay }))],
    }),

    getReceipts: async ({ fromDay, toDay }, { tenant }) => {
      const days = await findReceipts(deps.db, tenant, { fromDay, toDay });
      return {
        days: days.map(({ methods, ...day }) => ({
          ...day,
          methods: methods.map((each) => ({ ...each, method: toWire('PAYMENT_METHOD', each.method) })),
        })),
      };
    },
  };
}

function holdHandlers(
  deps: Deps,
  writer: Writer,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'reserveHold' | 'settleHold' | 'releaseHold' | 'returnPayout'> {
  return {
    reserveHold: async (request, { tenant }) => {
      await writer.reserve(tenant, reserveFromWire(tenant, request));
      return {};
    },

    settleHold: async ({ holdId, occurredAt, providerAccount }, { tenant }) => {
      await writer.settle(tenant, { holdId, occurredAt: required(occurredAt, 'occurredAt'), providerAccount });
      return {};
    },

    releaseHold: async ({ holdId, occurredAt }, { tenant }) => {
      await writer.release(tenant, { holdId, occurredAt: required(occurredAt, 'occurredAt') });
      return {};
    },

    returnPayout: async ({ holdId, returnedCents, occurredAt, providerAccount }, { tenant }) => {
      await returnPayout(deps, tenant, {
        holdId,
        returnedCents: cents(returnedCents),
        occurredAt: required(occurredAt, 'occurredAt'),
        providerAccount,
      });
      return {};
    },
  };
}

function readSubAccount({ purpose, subAccountId }: ReserveHoldRequest): string | undefined {
  if ((purpose === 'HOLD_PURPOSE_SUB_WITHDRAW') !== (subAccountId !== undefined)) {
    throw invalidArgument("Property 'sub_account_id' is that of a withdrawal of a sub-account");
  }
  return subAccountId;
}

/** In the order of their ids, in which the shares of refunds are kept. */
function readShares({ subShares }: ReserveHoldRequest): readonly SplitPart[] | undefined {
  return subShares?.shares
    .map(({ subAccountId, amountCents }) => ({ subAccountId, amountCents: cents(amountCents) }))
    .sort(byId);
}

function reserveFromWire(tenant: Tenant, request: ReserveHoldRequest): ReserveInput {
  const occurredAt = required(request.occurredAt, 'occurredAt');
  return {
    holdId: request.holdId,
    purpose: fromWire('HOLD_PURPOSE', holdPurposes, request.purpose),
    amountCents: cents(request.amountCents),
    feeCents: cents(request.feeCents),
    occurredAt,
    description: request.description,
    method: request.method && fromWire('PAYMENT_METHOD', statementMethods, request.method),
    externalId: request.externalId,
    owner: accountOwnerFromWire(request.accountOwner),
    overdraftCents: cents(request.overdraftCents ?? 0),
    moneyOut: request.moneyOut && { beneficiary: request.moneyOut.beneficiary?.toString('hex') },
    subAccountId: readSubAccount(request),
    shares: readShares(request),
    charge: request.charge && paidChargeFromWire(tenant, request.charge, request.customer, occurredAt),
  };
}
