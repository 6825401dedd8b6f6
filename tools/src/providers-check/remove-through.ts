import type { BoletoProvider, CardProvider, MadeReference, PixProvider } from '@pitanga/billing/conformance';
import type { Removal } from './sandbox';

interface Ports {
  readonly pix?: PixProvider;
  readonly boleto?: BoletoProvider;
  readonly card?: CardProvider;
}

/** Closes what a run made, through the port that made it. */
export async function removeThrough({ pix, boleto, card }: Ports, made: MadeReference): Promise<Removal> {
  const { kind, reference } = made;
  if (kind === 'PIX' && pix) {
    const reading = await pix.readPix(reference);
    if (reading?.status === 'OPEN') await pix.cancelPix(reference);
    return toRemoval(reading, 'a Pix that was paid, with what went back of it');
  }
  if (kind === 'BOLETO' && boleto) {
    const handle = { chargeId: reference, reference: undefined };
    const reading = await boleto.readBoleto(handle);
    if (reading?.status === 'OPEN') await boleto.cancelBoleto(handle);
    return toRemoval(reading, 'a boleto that was paid');
  }
  if (kind === 'CARD' && card) {
    const paid = await card.cancelCardCharge({ attemptId: reference, reference: undefined });
    return paid ? { stays: 'a card that was paid, with what went back of it' } : 'CLOSED';
  }
  if (kind === 'PAYOUT') return { stays: 'a payout, sent or refused' };
  // A refund stays with its payment.
  return 'ABSENT';
}

function toRemoval(reading: { readonly status: string } | undefined, stays: string): Removal {
  if (!reading) return 'ABSENT';
  return reading.status === 'PAID' ? { stays } : 'CLOSED';
}
