import { createHash } from 'node:crypto';
import { cents, digitableLine, encodeBarCode, encodeDynamic, simulatedBank } from '@pitanga/core';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import type { BoletoProvider } from './boleto-provider';

/** The bank's own field has 25 digits; the simulator uses the last 20. */
const freeFieldLength = 25;
const ourNumberLength = 20;

/**
 * Dev mode: a well-formed boleto of a bank that does not exist, so that no bank pays it.
 * Its numbers and its Pix code derive from the charge, so a repeat is the same boleto.
 */
export const simulatedBoletoProvider: BoletoProvider = {
  name: 'simulated',
  showsDisputes: true,
  isReconciled: true,
  rules: {
    canChargeLateFees: true,
    needsAddress: false,
    amountCentsMin: cents(amountCentsMin),
    amountCentsMax: cents(amountCentsMax),
    daysAheadMax: 365,
    confirmationDays: 0,
  },
  registerBoleto: ({ chargeId, amountCents, dueDate, merchantName, merchantCity }) => {
    const digest = createHash('sha256').update(chargeId).digest('hex');
    const barCode = encodeBarCode({ bank: simulatedBank, dueDate, amountCents, freeField: toFreeField(digest) });
    const brCode = encodeDynamic({ merchantName, merchantCity, location: `pix.example.com/${digest.slice(0, 32)}` });
    return Promise.resolve({ barCode, digitableLine: digitableLine(barCode), brCode });
  },
  readBoleto: () => Promise.resolve({ status: 'OPEN', payment: undefined }),
  cancelBoleto: () => Promise.resolve(),
};

function toFreeField(hex: string): string {
  return (BigInt(`0x${hex}`) % 10n ** BigInt(ourNumberLength)).toString().padStart(freeFieldLength, '0');
}
