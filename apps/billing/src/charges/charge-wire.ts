import { toWire, type Charge as ChargeMessage } from '@pitanga/contracts';
import { statusAt, type Charge } from './charge';

const noPicture = Buffer.alloc(0);

/** A charge as an answer shows it at `now`: expired from its instant on. */
export function chargeToWire(charge: Charge, publicUrl: string, now: Date): ChargeMessage {
  return {
    id: charge.id,
    devMode: charge.devMode,
    externalId: charge.externalId,
    method: toWire('PAYMENT_METHOD', charge.method),
    origin: toWire('CHARGE_ORIGIN', charge.origin),
    checkoutId: charge.checkoutId,
    amountCents: charge.amountCents,
    paidAmountCents: charge.paidAmountCents,
    platformFeeCents: charge.platformFeeCents,
    status: toWire('CHARGE_STATUS', statusAt(charge, now)),
    customerId: charge.customerId,
    description: charge.description,
    receiptUrl: charge.paidAt && receiptUrl(publicUrl, charge.id),
    expiresAt: charge.expiresAt,
    paidAt: charge.paidAt,
    metadataJson: charge.metadataJson,
    createdAt: charge.createdAt,
    updatedAt: charge.updatedAt,
    pix: charge.pix,
    payer: charge.payer,
  };
}

/** A charge as a fact carries it: without the picture, which would be most of its bytes. */
export function chargeFact(charge: Charge, publicUrl: string): ChargeMessage {
  const message = chargeToWire(charge, publicUrl, charge.updatedAt);
  return { ...message, pix: message.pix && { ...message.pix, qrPng: noPicture } };
}

export function receiptUrl(publicUrl: string, chargeId: string): string {
  return `${publicUrl}/receipts/${chargeId}`;
}
