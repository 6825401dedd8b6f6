import type { AccountOwner, Cents } from '@pitanga/core';
import type { BoletoFine } from '../money/late-fees';
import type { AfterPayment } from './after-payment';

/** Who pays a boleto. A bank may need more than name and tax id ({@link BoletoRules}). */
export interface BoletoPayer {
  readonly name: string;
  /** In full. */
  readonly taxId: string;
  readonly email?: string | undefined;
  /** Kept with the customer; no bank gets it. */
  readonly cellphone?: string | undefined;
  /** Street and number. */
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  /** Two letters, e.g. SP. */
  readonly state?: string | undefined;
  readonly zipCode?: string | undefined;
}

/** A boleto to register; banks refuse unregistered ones since 2018 (docs/behaviour/brazil.md#boleto-registration). */
export interface BoletoOrder {
  /** A repeat with the same id is the same boleto. */
  readonly chargeId: string;
  /** That no call before has sent this id. */
  readonly isNew?: boolean;
  /** Another account makes it where this one is not reached: a connection that is refused is not tried again. */
  readonly givesWay?: boolean;
  /** Of the Pix code beside the bar code; letters and digits. */
  readonly txid: string;
  readonly amountCents: Cents;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string;
  /** Today, YYYY-MM-DD in America/Sao_Paulo. */
  readonly today: string;
  /** Hundredths of a percent a month. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly payer: BoletoPayer;
}

/**
 * A boleto as its bank has it. A bank that registers later than it answers gives no numbers yet: both are empty, and the
 * readings of the boleto have them ({@link BoletoReading.registration}).
 */
export interface BoletoRegistration {
  /** 44 digits, or none yet. */
  readonly barCode: string;
  readonly digitableLine: string;
  /** Undefined when the boleto has no Pix code. */
  readonly brCode: string | undefined;
  /** Of the Pix code, where the bank makes another than it was given. */
  readonly txid?: string | undefined;
  /** The provider's id of the boleto, if it is not ours. */
  readonly reference?: string | undefined;
  /** https address of the provider's own PDF; absent: the PDF is drawn here. */
  readonly pdfUrl?: string | undefined;
}

/** A registered boleto. */
export interface BoletoHandle {
  readonly chargeId: string;
  /** As {@link BoletoRegistration} has it. */
  readonly reference: string | undefined;
}

export interface BoletoReading {
  /** CANCELLED: cancelled or expired, so that it cannot be paid any more. */
  readonly status: 'OPEN' | 'PAID' | 'CANCELLED';
  /** As {@link BoletoRegistration} has it: a provider may find what is gone by that alone. */
  readonly reference?: string | undefined;
  readonly payment:
    | {
        /** PIX: by its Pix code, whose end-to-end id is the reference. @default BOLETO */
        readonly rail?: 'BOLETO' | 'PIX';
        /** Identifies the payment. */
        readonly reference: string;
        readonly amountCents: Cents;
        /** The provider does not say how much came: the amount is that of the boleto, without what a late one costs. @default false */
        readonly isFaceValue?: boolean;
        readonly paidAt: Date;
        /** Whose account it came in by. */
        readonly owner?: AccountOwner | undefined;
      }
    | undefined;
  /** Of a bank that registers later than it answers: the numbers, once it has them. */
  readonly registration?: BoletoRegistration | undefined;
}

/** What a provider's boletos can be. It is checked before anything is written. */
export interface BoletoRules {
  /** Whether banks add interest and fine to what is paid late. */
  readonly canChargeLateFees: boolean;
  /** False where a fine is a share of the amount alone. @default true */
  readonly takesFixedFines?: boolean;
  /** Whether the payer needs an e-mail and a whole address beside name and tax id. */
  readonly needsAddress: boolean;
  readonly amountCentsMin: Cents;
  readonly amountCentsMax: Cents;
  /** How many days ahead a boleto may be due. */
  readonly daysAheadMax: number;
  /** Business days after the last day of payment in which the provider still reports a payment in time. */
  readonly confirmationDays: number;
  /** For how many days one that was cancelled may still be paid, because it was printed before. @default 0 */
  readonly paidAfterCancelDays?: number;
}

/**
 * Registers boletos with a bank. Calls with the same order may be retried.
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the bank refuses.
 */
export interface BoletoProvider extends AfterPayment {
  readonly name: string;
  readonly rules: BoletoRules;
  registerBoleto(order: BoletoOrder): Promise<BoletoRegistration>;
  /** Undefined when the bank has no such boleto. */
  readBoleto(boleto: BoletoHandle): Promise<BoletoReading | undefined>;
  /** A repeat, and a boleto that is paid or expired, change nothing. */
  cancelBoleto(boleto: BoletoHandle): Promise<void>;
}
