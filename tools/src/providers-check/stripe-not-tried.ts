import type { Port } from './sandbox';

const keepsNothing = "Stripe's mock server answers examples and keeps nothing of what it was asked before.";

/** Why no suite runs at Stripe's mock server, which judges the form of every call. */
export const stripeNotTried: Readonly<Record<Port, string>> = {
  Pix: 'The platform takes none by Stripe.',
  boleto: keepsNothing,
  card: keepsNothing,
  dispute: keepsNothing,
  payout: 'The platform sends nothing through Stripe.',
};
