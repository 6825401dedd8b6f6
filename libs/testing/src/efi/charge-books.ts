import { randomInt } from 'node:crypto';

/** A card as Efí's script gave it to Efí. */
export interface EfiBookedCard {
  readonly mask: string;
  readonly brand: string;
  /** What the issuer says of it: undefined approves. */
  readonly refusal: { readonly reason: string; readonly retry: boolean } | undefined;
  /** Efí's analysis takes its time. */
  readonly isReviewed: boolean;
  /** Without `reuse` a token pays once. */
  readonly isReusable: boolean;
  isUsed: boolean;
}

/** A charge at Efí. */
export interface EfiBookedCharge {
  readonly id: number;
  readonly createdAt: Date;
  readonly customId: string | undefined;
  readonly notificationUrl: string | undefined;
  readonly totalCents: number;
  status: string;
  /** The fields of the payment as they were sent; undefined while it is `new`. */
  payment: EfiBookedPayment | undefined;
  paid: { readonly cents: number; readonly day: string } | undefined;
  readonly history: { readonly message: string; readonly at: Date }[];
}

export type EfiBookedPayment =
  | {
      readonly method: 'banking_billet';
      readonly barcode: string;
      readonly brCode: string | undefined;
      readonly dueDate: string;
      /** As sent. */
      readonly asked: Readonly<Record<string, unknown>>;
    }
  | {
      readonly method: 'credit_card';
      readonly card: EfiBookedCard;
      readonly installments: number;
      readonly asked: Readonly<Record<string, unknown>>;
      refundedCents: number;
      /** YYYY-MM-DD of the last refund of a part. */
      partialOn: string | undefined;
    };

export interface EfiNoticeEntry {
  readonly id: number;
  readonly chargeId: number;
  readonly customId: string | undefined;
  readonly current: string;
  readonly previous: string | null;
  readonly value: number | undefined;
  readonly receivedDay: string | undefined;
  readonly at: Date;
}

/** What an account at Efí keeps of its charges. */
export interface EfiBooks {
  readonly now: () => Date;
  readonly charges: EfiBookedCharge[];
  /** Efí counts the charges of all accounts together. */
  readonly firstId: number;
  /** The whole history of each token; a charge has one token for its life. */
  readonly notices: Map<string, EfiNoticeEntry[]>;
  /** By their tokens. */
  readonly cards: Map<string, EfiBookedCard>;
  /** The least number of installments on which the payer pays interest. */
  interestFrom: number;
  /** Whether boletos have a Pix code. */
  hasBolix: boolean;
  /** Whether a read shows how much was paid: a report has it, the description does not. */
  showsPaidValue: boolean;
  /** Moves a charge, and writes the entry of its token. */
  move(charge: EfiBookedCharge, status: string, paid?: { readonly cents: number; readonly day: string }): void;
}

export function createEfiBooks(now: () => Date, notify: (url: string, token: string) => void): EfiBooks {
  const notices = new Map<string, EfiNoticeEntry[]>();
  return {
    now,
    charges: [],
    firstId: randomInt(24_000_000, 90_000_000),
    notices,
    cards: new Map(),
    interestFrom: 13,
    hasBolix: true,
    showsPaidValue: true,
    move: (charge, status, paid) => {
      const previous = charge.history.length === 0 ? null : charge.status;
      charge.status = status;
      if (paid) charge.paid = paid;
      charge.history.push({ message: `Cobrança: ${status}`, at: now() });
      const token = findToken(charge);
      const entries = notices.get(token) ?? [];
      const value = paid?.cents;
      const entry = {
        id: entries.length + 1,
        chargeId: charge.id,
        customId: charge.customId,
        current: status,
        previous,
      };
      notices.set(token, [...entries, { ...entry, value, receivedDay: paid?.day, at: now() }]);
      if (charge.notificationUrl !== undefined) notify(charge.notificationUrl, token);
    },
  };
}

function findToken({ id }: Pick<EfiBookedCharge, 'id'>): string {
  return `09027955-5e06-4ff0-a9c7-${String(id).padStart(12, '0')}`;
}
