import type { AccountOwner, Cents } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { ProviderAccount } from '../provider/providers';

/** A payment by what no charge of ours is. */
export interface CopyPayment {
  readonly rail: PaymentMethod;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
  readonly owner?: AccountOwner | undefined;
}

/** What an account may have made although no charge is by it. */
export interface AccountCopy {
  /** Undefined when the account has none. */
  read(): Promise<
    { readonly status: 'OPEN' | 'PAID' | 'CANCELLED'; readonly payments: readonly CopyPayment[] } | undefined
  >;
  cancel(): Promise<void>;
}

export interface CopyKey {
  readonly method: 'PIX' | 'BOLETO';
  /** Ours. */
  readonly reference: string;
  /** Its own, where it is known. */
  readonly providerReference: string | undefined;
}

/** Undefined for an account that does not know the method. */
export function toCopy({ pix, boleto }: ProviderAccount, key: CopyKey): AccountCopy | undefined {
  const { method, reference, providerReference } = key;
  if (method === 'PIX') {
    return (
      pix && {
        read: async () => {
          const reading = await pix.readPix(reference, providerReference);
          const payments = reading?.payments.map(({ endToEndId, ...paid }) => {
            return { ...paid, rail: 'PIX' as const, reference: endToEndId };
          });
          return reading && { status: reading.status, payments: payments ?? [] };
        },
        cancel: () => pix.cancelPix(reference, providerReference),
      }
    );
  }
  const handle = { chargeId: reference, reference: providerReference };
  return (
    boleto && {
      read: async () => {
        const reading = await boleto.readBoleto(handle);
        const paid = reading?.payment;
        return reading && { status: reading.status, payments: paid ? [{ rail: 'BOLETO', ...paid }] : [] };
      },
      cancel: () => boleto.cancelBoleto(handle),
    }
  );
}
