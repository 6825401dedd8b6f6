import type { Cents } from '@pitanga/core';
import type { BoletoFine } from '../money/late-fees';

/** A boleto to register; banks refuse unregistered ones since 2018 (docs/behaviour/brazil.md#boleto-registration). */
export interface BoletoOrder {
  /** A repeat with the same id is the same boleto. */
  readonly chargeId: string;
  /** Of the Pix code beside the bar code; letters and digits. */
  readonly txid: string;
  readonly amountCents: Cents;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string;
  /** Hundredths of a percent a month. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly payer: { readonly name: string; readonly taxId: string };
}

export interface BoletoRegistration {
  /** 44 digits. */
  readonly barCode: string;
  readonly digitableLine: string;
  readonly brCode: string;
}

export interface BoletoReading {
  readonly status: 'OPEN' | 'PAID' | 'CANCELLED';
  readonly payment:
    | {
        /** Identifies the payment. */
        readonly reference: string;
        readonly amountCents: Cents;
        readonly paidAt: Date;
      }
    | undefined;
}

/**
 * Registers boletos with a bank. Calls with the same order may be retried.
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the bank refuses.
 */
export interface BoletoProvider {
  readonly name: string;
  registerBoleto(order: BoletoOrder): Promise<BoletoRegistration>;
  /** Undefined when the bank has no such boleto. */
  readBoleto(chargeId: string): Promise<BoletoReading | undefined>;
  cancelBoleto(chargeId: string): Promise<void>;
}
