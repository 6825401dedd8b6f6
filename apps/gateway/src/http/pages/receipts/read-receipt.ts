import { required, type FileLink } from '@pitanga/contracts';
import { cents, toTenant } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { callContext } from '../../edge/request';
import { toFace, type Face } from '../html/face';
import { chooseLanguage } from '../words/language';
import { checkPath } from './receipt-check-page';
import { chargeReceipt, paidFacts, payoutReceipt, type Receipt, type ReceiptView } from './receipt';
import type { ReceiptFacts } from './receipt-codes';

export type ReceiptDeps = Pick<Deps, 'clients' | 'stores' | 'receiptCodes' | 'publicUrl' | 'buyerProofs' | 'clock'>;

/** A receipt and what its code is derived from. */
export interface FoundReceipt {
  readonly receipt: Receipt;
  readonly facts: ReceiptFacts;
  readonly merchantName: string | undefined;
  readonly files: readonly FileLink[];
  /** Of a subscription's charge. */
  readonly subscriptionId?: string | undefined;
}

/**
 * The receipt of a charge; undefined for one that is not paid.
 * @throws AppError NOT_FOUND
 */
export async function readChargeReceipt(
  deps: ReceiptDeps,
  request: FastifyRequest,
  id: string,
): Promise<FoundReceipt | undefined> {
  const { tenant, charge, merchantName, files, items, refunds } = await deps.clients.charges.resolveCharge(
    { id },
    callContext(request),
  );
  const paid = charge && paidFacts(charge);
  if (!paid) return undefined;
  const { storeId, devMode } = required(tenant, 'tenant');
  const facts = { kind: 'payment', id: charge.id, tenant: toTenant(storeId, devMode), ...paid } as const;
  const view = await buildView(deps, request, facts, merchantName);
  const receipt = chargeReceipt(charge, { items, refunds }, view);
  return receipt && { receipt, facts, merchantName: view.face?.name, files, subscriptionId: charge.subscriptionId };
}

/**
 * The receipt of a payout; undefined for one that was not sent.
 * @throws AppError NOT_FOUND
 */
export async function readPayoutReceipt(
  deps: ReceiptDeps,
  request: FastifyRequest,
  id: string,
): Promise<FoundReceipt | undefined> {
  const { tenant, payout } = await deps.clients.payouts.resolvePayout({ id }, callContext(request));
  const { amountCents, createdAt, ...rest } = required(payout, 'payout');
  // A payouts service of before the field does not say whose it is.
  const { storeId, devMode } = tenant ?? { storeId: '', devMode: rest.devMode };
  const facts = {
    kind: 'payout',
    id: rest.id,
    tenant: toTenant(storeId, devMode),
    amountCents: cents(amountCents),
    at: required(createdAt, 'createdAt'),
  } as const;
  const view = await buildView(deps, request, facts, undefined);
  const receipt = payoutReceipt({ amountCents, createdAt, ...rest }, view);
  return receipt && { receipt, facts, merchantName: view.face?.name, files: [] };
}

async function buildView(
  { stores, receiptCodes, publicUrl }: ReceiptDeps,
  request: FastifyRequest,
  facts: ReceiptFacts,
  merchantName: string | undefined,
): Promise<ReceiptView> {
  const { storeId } = facts.tenant;
  const [branding, party] = await Promise.all([stores.findBranding(storeId), stores.findReceiptParty(storeId)]);
  const name = merchantName ?? party?.name;
  const face: Face | undefined = name === undefined ? undefined : toFace(branding, name);
  return {
    language: chooseLanguage(request),
    face,
    party,
    code: receiptCodes.of(facts),
    checkAddress: `${publicUrl}${checkPath}`,
  };
}
