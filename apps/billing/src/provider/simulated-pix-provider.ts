import { createHash } from 'node:crypto';
import { cents, encodeDynamic, type IdSource } from '@pitanga/core';
import type { PixProvider } from './pix-provider';
import { simulatedRefund } from './simulated-refund';

export interface SimulatedPixOptions {
  readonly ids: IdSource;
  /** The simulator can be set not to support ensureSameTaxId. */
  readonly canEnsureSameTaxId: boolean;
}

/** ISPB of no bank, in every simulated id (docs/behaviour/test-clock.md#unpayable). */
const simulatedIspb = '99999999';
/** 148 bits: a location must not be guessable. */
const locationTokenLength = 25;

/**
 * Dev mode: calls no provider. The BR Code is well formed and cannot be paid: its location is on a host reserved for
 * examples, and it has no key. Payments come from simulate-payment only.
 */
export function createSimulatedPixProvider({ ids, canEnsureSameTaxId }: SimulatedPixOptions): PixProvider {
  return {
    name: 'simulated',
    canEnsureSameTaxId,
    showsDisputes: true,
    isReconciled: true,
    rules: { amountCentsMin: cents(1), endsCodes: true },
    createPix: ({ merchantName, merchantCity }) =>
      Promise.resolve({ brCode: simulatedBrCode(ids, { merchantName, merchantCity }) }),
    readPix: () => Promise.resolve({ status: 'OPEN', payments: [] }),
    cancelPix: () => Promise.resolve(),
    refundPix: (order) => Promise.resolve(simulatedRefund(order)),
    readPixRefund: (order) => Promise.resolve(simulatedRefund(order)),
  };
}

/** A valid code that cannot be paid. */
function simulatedBrCode(
  ids: IdSource,
  merchant: { readonly merchantName: string; readonly merchantCity: string },
): string {
  return encodeDynamic({ ...merchant, location: `pix.example.com/${ids.token(locationTokenLength)}` });
}

/** The end-to-end id of a simulated Pix, derived from a text. */
export function simulatedReference(text: string, at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  return `E${simulatedIspb}${minute}${createHash('sha256').update(text).digest('hex').slice(0, 11)}`;
}

/** The end-to-end id of a simulated Pix: E, ISPB, minute in UTC, 11 letters and digits. */
export function simulatedEndToEndId(ids: IdSource, at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  return `E${simulatedIspb}${minute}${ids.token(11)}`;
}
