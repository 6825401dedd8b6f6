import type { Cents, CrossTenant, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { listStoresOfAsaasAccount } from '../asaas-accounts/asaas-account-repository';
import { approveReturn } from '../asaas-accounts/asaas-return-repository';
import { asaasName } from '../asaas/asaas-pix-provider';
import type { Deps, TxDeps } from '../deps';
import { returnOrderId } from '../key-payments/key-payment';
import { lockSentReturns } from '../key-payments/key-payment-repository';
import { buildOrderId } from '../refunds/refund';
import { lockSentRefunds, wakeRefund } from '../refunds/refund-repository';

/** Asaas asks whether a Pix that came in may go back. */
export interface RefundAsk {
  readonly storeId: string;
  /** Asaas's id of the return. */
  readonly returnId: string;
  readonly amountCents: Cents;
  /** Of the Pix; empty where Asaas does not name it. */
  readonly endToEndId: string;
  /** Asaas's payment; empty where Asaas does not name it. */
  readonly paymentId: string;
}

/** From an approval to the first look whether it has left: a Pix takes seconds. */
const readAfterMs = 5_000;

/**
 * Why a return may not leave an account at Asaas, one sentence which Asaas shows its owner; undefined: it may. Only a refund that
 * was sent from here, has this amount and is of this Pix lets it leave, and the first return that asks for it alone: Asaas knows
 * no repeats. A return that was begun at Asaas itself is none of ours. What is approved is stored before the answer.
 */
export async function answerRefundAsk(deps: Deps, all: CrossTenant, ask: RefundAsk): Promise<string | undefined> {
  const stores = await listStoresOfAsaasAccount(deps.db, all, ask.storeId);
  let refusal: string | undefined = 'Este estorno não foi pedido no Pitanga.';
  for (const { tenant, accountId } of stores) {
    refusal = await transact(deps, (tx) => judge(tx, tenant, accountId, ask));
    if (refusal === undefined) return undefined;
  }
  deps.log.warn({ storeId: ask.storeId, returnId: ask.returnId }, 'a return at Asaas was refused');
  return refusal;
}

async function judge(tx: TxDeps, tenant: Tenant, account: string, ask: RefundAsk): Promise<string | undefined> {
  const { amountCents, endToEndId, paymentId, returnId } = ask;
  const wanted = { provider: asaasName, account, amountCents, endToEndId, paymentId };
  const now = tx.clock.real();
  for (const refund of await lockSentRefunds(tx.db, tenant, tx.sealer, wanted)) {
    if (!(await approveReturn(tx.db, tenant, { orderId: buildOrderId(refund), returnId }, now))) continue;
    await wakeRefund(tx.db, tenant, refund.id, new Date(now.getTime() + readAfterMs));
    return undefined;
  }
  for (const payment of await lockSentReturns(tx.db, tenant, tx.sealer, { account, amountCents, endToEndId })) {
    if (await approveReturn(tx.db, tenant, { orderId: returnOrderId(payment), returnId }, now)) return undefined;
  }
  return 'Este estorno não foi pedido no Pitanga.';
}
