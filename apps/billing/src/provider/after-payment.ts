/**
 * What an account does with a payment once it is made, beside what its calls show. Each port declares all of it, so that none
 * leaves a store to find out (docs/behaviour/providers.md#limits).
 */
export interface AfterPayment {
  /** Whether a dispute of the payer is seen here; what takes answers is another question ({@link DisputeProvider}). */
  readonly showsDisputes: boolean;
  /** Whether the movements of the account are read and compared with the ledger (docs/runbooks/reconciliation.md). */
  readonly isReconciled: boolean;
}
