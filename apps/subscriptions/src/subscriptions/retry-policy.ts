/** How often and how far apart an unpaid cycle is tried again. */
export interface RetryPolicy {
  /** 1 to 10 retries after the first attempt. */
  readonly maxRetry: number;
  /** 1 to 30 days between attempts. */
  readonly retryEveryDays: number;
}

/** Pix Automático: at most three more attempts within seven days of the first, whatever the policy. */
const pixRetriesMax = 3;
export const pixDaysMax = 7;

/** The policy that the method of payment allows. */
export function effectivePolicy({
  method,
  retryPolicy,
}: {
  readonly method: 'PIX' | 'CARD';
  readonly retryPolicy: RetryPolicy;
}): RetryPolicy {
  if (method === 'CARD') return retryPolicy;
  const retryEveryDays = Math.min(retryPolicy.retryEveryDays, pixDaysMax);
  const maxRetry = Math.min(retryPolicy.maxRetry, pixRetriesMax, Math.floor(pixDaysMax / retryEveryDays));
  return { maxRetry, retryEveryDays };
}
