import {
  fromWire,
  pageFromWire,
  pageToWire,
  ReturnKeyPaymentResponse,
  type KeyPaymentServiceDefinition,
} from '@pitanga/contracts';
import { everyTenant, isTaxId, normalizeTaxId, toTenant, type Tenant } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { listMatchingCharges, type MatchingCharge } from '../charges/matching-charges';
import { attachKeyPayment } from '../charging/attach-key-payment';
import type { Deps } from '../deps';
import { listOwnAccounts } from '../key-payments/inbox-repository';
import { keyPaymentStatuses, type KeyPayment } from '../key-payments/key-payment';
import { listKeyPayments } from '../key-payments/key-payment-repository';
import { toSearch } from '../key-payments/key-payment-search';
import { keyPaymentToWire } from '../messages/key-payment-events';
import { derivePayerRef } from '../persons/person';
import { requireKeyPayment } from '../returning/receiving-account';
import { returnKeyPayment } from '../returning/return-key-payment';

export function keyPaymentHandlers(deps: Deps): RpcHandlers<KeyPaymentServiceDefinition> {
  return {
    listKeyPayments: async ({ page, status: name, byOperator, search: text }, { tenant }) => {
      const status = name && fromWire('KEY_PAYMENT_STATUS', keyPaymentStatuses, name);
      const accounts = byOperator ? undefined : await listOwnAccounts(deps.db, everyTenant, tenant);
      const search = text === undefined ? undefined : toSearch(text, findPayerRef(deps, tenant, text));
      const filter = { status, accounts, search };
      const found = await listKeyPayments(deps.db, tenant, deps.sealer, pageFromWire(page), filter);
      return { keyPayments: found.items.map(keyPaymentToWire), page: pageToWire(found) };
    },

    getKeyPayment: async ({ id, byOperator }, { tenant }) => {
      const payment = await requireKeyPayment(deps, everyTenant, tenant, id, { byOperator });
      return { keyPayment: keyPaymentToWire(payment), matches: [...(await findMatches(deps, tenant, payment))] };
    },

    attachKeyPayment: async ({ id, chargeId, byOperator, chargeStoreId }, { tenant }) => {
      const owner = byOperator && chargeStoreId !== undefined ? toTenant(chargeStoreId, tenant.devMode) : tenant;
      const charge = { tenant: owner, id: chargeId };
      return {
        keyPayment: keyPaymentToWire(await attachKeyPayment(deps, everyTenant, tenant, { id, charge, byOperator })),
      };
    },

    returnKeyPayment: ({ id, byOperator }, call) =>
      writeOnce(deps, call, ReturnKeyPaymentResponse, async (tx) => ({
        keyPayment: keyPaymentToWire(await returnKeyPayment(tx, everyTenant, call.tenant, id, { byOperator })),
      })),
  };
}

function findPayerRef({ sealer }: Deps, tenant: Tenant, text: string): string | undefined {
  return isTaxId(text) ? derivePayerRef(sealer, tenant, normalizeTaxId(text)) : undefined;
}

/** Suggestions: who decides looks at them, and nothing follows from them. */
async function findMatches(
  { db, sealer }: Deps,
  tenant: Tenant,
  { status, amountCents, receivedAt: at, payerTaxId }: KeyPayment,
): Promise<readonly MatchingCharge[]> {
  if (status !== 'WAITING') return [];
  const taxIdFingerprint = payerTaxId === undefined ? undefined : sealer.fingerprint(payerTaxId);
  return listMatchingCharges(db, tenant, { amountCents, at, taxIdFingerprint });
}
