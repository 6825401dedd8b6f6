import type { AccountOwner, Cents } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { PixProvider } from '../provider/pix-provider';
import type { ProviderAccount } from '../provider/providers';

/** A payment by what no charge of ours is. */
export interface CopyPayment {
  readonly rail: PaymentMethod;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
  readonly owner?: AccountOwner | undefined;
}

export interface CopyReading {
  readonly status: 'OPEN' | 'PAID' | 'CANCELLED';
  readonly payments: readonly CopyPayment[];
  /** The provider's own id of it, to be kept for the next look: it may find what is gone by that alone. */
  readonly reference: string | undefined;
}

/** What an account may have made although no charge is by it. */
export interface AccountCopy {
  /** Undefined when the account has none. */
  read(): Promise<CopyReading | undefined>;
  cancel(read: Pick<CopyReading, 'reference'>): Promise<void>;
}

export interface CopyKey {
  readonly method: 'PIX' | 'BOLETO';
  /** Ours. */
  readonly reference: string;
  /** Its own, where it is known. */
  readonly providerReference: string | undefined;
}

/** Undefined for an account that does not know the method. */
export function toCopy(
  { pix, boleto }: Partial<Pick<ProviderAccount, 'pix' | 'boleto'>>,
  { method, reference, providerReference }: CopyKey,
): AccountCopy | undefined {
  const copy = method === 'PIX' ? pix && toPixCopy(pix, reference) : boleto && toBoletoCopy(boleto, reference);
  if (!copy) return undefined;
  return {
    read: async () => {
      // By ours first: a lost answer may have left two, of which one is gone.
      const found = await copy.readBy(undefined);
      return found ?? (providerReference === undefined ? undefined : copy.readBy(providerReference));
    },
    cancel: (found) => copy.cancel(found),
  };
}

interface NamedCopy extends Pick<AccountCopy, 'cancel'> {
  /** @param reference the provider's own; absent: it is looked for by ours */
  readBy(reference: string | undefined): Promise<CopyReading | undefined>;
}

function toPixCopy(pix: PixProvider, txid: string): NamedCopy {
  return {
    readBy: async (known) => {
      const reading = await pix.readPix(txid, known);
      if (!reading) return undefined;
      const { status, reference } = reading;
      const payments = reading.payments.map(({ endToEndId, ...paid }) => {
        return { ...paid, rail: 'PIX' as const, reference: endToEndId };
      });
      return { status, reference, payments };
    },
    cancel: ({ reference }) => pix.cancelPix(txid, reference),
  };
}

function toBoletoCopy(boleto: BoletoProvider, chargeId: string): NamedCopy {
  return {
    readBy: async (known) => {
      const reading = await boleto.readBoleto({ chargeId, reference: known });
      if (!reading) return undefined;
      const { status, reference, payment } = reading;
      return { status, reference, payments: payment ? [{ rail: 'BOLETO', ...payment }] : [] };
    },
    cancel: ({ reference }) => boleto.cancelBoleto({ chargeId, reference }),
  };
}
