import Stripe from 'stripe';

/** How old a signed event may be. */
const toleranceSeconds = 5 * 60;

/** Whether a `Stripe-Signature` header signs these bytes with one of the secrets: an endpoint has two while one rotates. */
export function isSignedByStripe(body: Uint8Array, header: string, secrets: readonly string[], now: Date): boolean {
  const payload = Buffer.from(body);
  const { signature } = Stripe.webhooks;
  return secrets.some((secret) => {
    try {
      return signature?.verifyHeader(payload, header, secret, toleranceSeconds, undefined, now.getTime()) ?? false;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });
}
