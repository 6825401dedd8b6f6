/** The page on which a customer sees what was paid at a checkout. Its address is a secret, its id is not. */
export interface Portal {
  readonly id: string;
  readonly customerId: string;
  readonly checkoutId: string;
  /** Store time. */
  readonly createdAt: Date;
}
