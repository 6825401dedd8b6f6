import { toWire, type BoletoDetails, type Charge as ChargeMessage } from '@pitanga/contracts';
import { paymentFailure } from '@pitanga/core';
import type { Sealer } from '@pitanga/runtime';
import { deriveSavedToken } from '../cards/card';
import { deriveBoletoKey } from '../charges/boleto-link';
import { neverExpires, noCode, statusAt, type Charge, type ChargeFailure } from '../charges/charge';
import type { ChargeSplit } from '../charges/charge-split';
import { qrPng } from '../charges/qr-png';
import type { PaymentMethod } from '../money/fees';
import { findAccountKind } from '../provider/account-kind';
import type { BoletoFine } from '../money/late-fees';

const noPicture = Buffer.alloc(0);

interface WireDeps {
  readonly publicUrl: string;
  /**
   * Makes what its holder may use: the address of a boleto's PDF, and the token that charges the same card again. Absent
   * for pages, whose address proves nothing.
   */
  readonly sealer?: Sealer | undefined;
}

/** Of what is kept or listed: the boleto's address, and no token. */
export type FactDeps = Required<WireDeps>;

/** A charge as responses show it at `now`, with the picture of its Pix code. */
export function chargeToWire(
  charge: Charge,
  deps: WireDeps & { readonly hidesToken?: boolean },
  now: Date,
): ChargeMessage {
  const { pix } = charge;
  const message = toMessage(charge, deps, now);
  return pix && pix.brCode !== noCode ? { ...message, pix: { ...pix, qrPng: qrPng(pix.brCode) } } : message;
}

function toMessage(
  charge: Charge,
  { publicUrl, sealer, hidesToken = false }: Parameters<typeof chargeToWire>[1],
  now: Date,
): ChargeMessage {
  return {
    id: charge.id,
    devMode: charge.devMode,
    externalId: charge.externalId,
    method: toWire('PAYMENT_METHOD', charge.method),
    origin: toWire('CHARGE_ORIGIN', charge.origin),
    checkoutId: charge.checkoutId,
    amountCents: charge.amountCents,
    surchargeCents: charge.surchargeCents,
    isUpsell: charge.upsellItem ? true : undefined,
    paidAmountCents: charge.paidAmountCents,
    refundedAmountCents: charge.refundedCents,
    platformFeeCents: charge.platformFeeCents,
    settlementDays: charge.settlementDays,
    status: toWire('CHARGE_STATUS', statusAt(charge, now)),
    customerId: charge.customerId,
    description: charge.description,
    receiptUrl: charge.paidAt && charge.method !== 'FREE' ? receiptUrl(publicUrl, charge.id) : undefined,
    expiresAt: charge.card || charge.expiresAt >= neverExpires ? undefined : charge.expiresAt,
    paidAt: charge.paidAt,
    metadataJson: charge.metadataJson,
    createdAt: charge.createdAt,
    updatedAt: charge.updatedAt,
    pix: charge.pix && { ...charge.pix, qrPng: noPicture },
    payer: charge.payer,
    boleto: boletoToWire(charge, { publicUrl, sealer }),
    card: cardToWire(charge, hidesToken ? undefined : sealer),
    failure: charge.failure && charge.method !== 'FREE' ? failureToWire(charge.method, charge.failure) : undefined,
    coupons: [...charge.coupons],
    subscriptionId: charge.subscriptionId,
    splits: splitsToWire(charge.splits),
    utms: charge.utms,
    accountOwner: charge.accountOwner && toWire('ACCOUNT_OWNER', charge.accountOwner),
    providerAccount: findAccountKind(charge.provider),
    actionUrl: charge.status === 'PENDING' && charge.actionSince ? cardActionUrl(publicUrl, charge.id) : undefined,
  };
}

export function splitsToWire(splits: readonly ChargeSplit[] = []): ChargeMessage['splits'] {
  return splits.map(({ subAccountId, amountCents, basisPoints }) => ({ subAccountId, amountCents, basisPoints }));
}

export function failureToWire(
  method: PaymentMethod,
  { code, declineClass, message }: ChargeFailure,
): NonNullable<ChargeMessage['failure']> {
  return {
    code,
    declineClass: toWire('DECLINE_CLASS', declineClass),
    message,
    reason: toWire('PAYMENT_FAILURE_REASON', paymentFailure(method, code).reason),
  };
}

/** A charge in an event: without the picture, which is most of its bytes, and without a token. */
export function chargeFact(charge: Charge, { publicUrl, sealer }: FactDeps): ChargeMessage {
  return toMessage(charge, { publicUrl, sealer, hidesToken: true }, charge.updatedAt);
}

/** The page that sends a buyer to the confirmation of a card payment, and to which the buyer comes back. */
export function cardActionUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/card-actions/${id}`;
}

export function receiptUrl(publicUrl: string, chargeId: string): string {
  return `${publicUrl}/receipts/${chargeId}`;
}

function boletoToWire({ id, boleto }: Charge, { publicUrl, sealer }: WireDeps): ChargeMessage['boleto'] {
  if (!boleto) return undefined;
  const { barCode, digitableLine, dueDate, interestBasisPoints, fine } = boleto;
  return {
    barCode,
    digitableLine,
    dueDate,
    url: `${publicUrl}/boletos/${id}${sealer ? `?key=${deriveBoletoKey(sealer, id)}` : ''}`,
    interestBasisPoints,
    fine: fineToWire(fine),
  };
}

export function fineToWire(fine: BoletoFine | undefined): BoletoDetails['fine'] {
  return fine && { kind: toWire('FINE_KIND', fine.kind), value: fine.value };
}

function cardToWire({ card, status }: Charge, sealer: Sealer | undefined): ChargeMessage['card'] {
  if (!card) return undefined;
  const { brand, lastFour, installmentCount, wallet, cardId } = card;
  const mayBeUsedAgain = sealer !== undefined && status !== 'FAILED';
  return {
    brand,
    lastFour,
    installmentCount,
    wallet: wallet && toWire('WALLET', wallet),
    cardToken: mayBeUsedAgain ? deriveSavedToken(sealer, cardId) : undefined,
  };
}
