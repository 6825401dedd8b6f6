/** Which order at Asaas each payout of one store is, and what the account may still do; kept in the database. */
export interface OrderBook {
  /** Undefined while none is known. */
  find(payoutId: string): Promise<KnownOrder | undefined>;
  /** Binds a payout to an order unless it is bound, and answers the one that it is bound to. */
  bind(payoutId: string, orderId: string): Promise<KnownOrder>;
  /** Whether Asaas has ever asked whether money of this account may leave. */
  hasAsked(): Promise<boolean>;
  isStopped(): Promise<boolean>;
  /** Money left that Asaas had not asked about: nothing more is sent. */
  stop(): Promise<void>;
  /** Takes the tokens of a look-up of a key; false when too few are left. */
  takeLookup(): Promise<boolean>;
  /** The key was found: what that did not cost is given back. */
  foundKey(): Promise<void>;
}

export interface KnownOrder {
  readonly orderId: string;
  /** When Asaas was answered that it may leave; undefined: it has not asked. */
  readonly approvedAt: Date | undefined;
}
