/** Which order at its bank each payout of one store is, for banks that give orders ids of their own; kept in the database. */
export interface BankOrders {
  /** Writes that a payout is sent, unless that is written, and answers what is written. */
  readonly begin: (payoutId: string, now: Date) => Promise<BankOrder & { readonly isNew: boolean }>;
  /** Undefined: it was never sent. */
  readonly find: (payoutId: string) => Promise<BankOrder | undefined>;
  /** @throws Error when the payout is another order, or the order another payout */
  readonly bind: (payoutId: string, order: BankOrderIds) => Promise<void>;
}

export interface BankOrder {
  readonly firstSentAt: Date;
  /** Undefined: no answer to it came. */
  readonly orderId: string | undefined;
}

export interface BankOrderIds {
  readonly orderId: string;
  /** Of its Pix, where the bank said it. */
  readonly endToEndId: string | undefined;
}
