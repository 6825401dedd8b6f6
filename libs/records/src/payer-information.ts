import type { Charge, PayerSnapshot } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { methodName } from './charge';
import { Named, NamedObject, Nullable } from './schema';
import { utmsRecord, UtmsRecord } from './utms';
import { orNull } from './wire';

const PayerRecord = NamedObject('Payer', {
  name: Nullable(Type.String()),
  taxId: Nullable(Type.String({ description: 'Masked.' })),
  isSameAsCustomer: Type.Boolean(),
});
type PayerRecord = Static<typeof PayerRecord>;

const CardPayerRecord = NamedObject('CardPayer', {
  number: Nullable(Type.String({ description: 'The last four digits.' })),
  brand: Nullable(Type.String()),
});

const utms = { utms: UtmsRecord };

/** The payer, under a key named after the method (docs/behaviour/webhooks.md#payer-information). */
export const PayerInformation = Named(
  'PayerInformation',
  Type.Union([
    NamedObject('PixPayerInformation', { method: Type.Literal('PIX'), PIX: PayerRecord, ...utms }),
    NamedObject('BoletoPayerInformation', { method: Type.Literal('BOLETO'), BOLETO: PayerRecord, ...utms }),
    NamedObject('CardPayerInformation', { method: Type.Literal('CARD'), CARD: CardPayerRecord, ...utms }),
  ]),
);
export type PayerInformation = Static<typeof PayerInformation>;

/** Null until the charge is paid, and of one that collected nothing. */
export function payerInformation(charge: Charge): PayerInformation | null {
  if (charge.paidAt === undefined || charge.method === 'PAYMENT_METHOD_FREE') return null;
  const method = methodName(charge.method);
  const utms = utmsRecord(charge.utms);
  switch (method) {
    case 'PIX':
      return { method, PIX: payerRecord(charge.payer), utms };
    case 'BOLETO':
      return { method, BOLETO: payerRecord(charge.payer), utms };
    case 'CARD':
      return { method, CARD: { number: orNull(charge.card?.lastFour), brand: orNull(charge.card?.brand) }, utms };
  }
}

function payerRecord(payer: PayerSnapshot | undefined): PayerRecord {
  return {
    name: orNull(payer?.name),
    taxId: orNull(payer?.maskedTaxId),
    isSameAsCustomer: payer?.isSameAsCustomer ?? false,
  };
}
