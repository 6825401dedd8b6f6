import { netAmount } from './net-amount';

it.each([
  ['a payment', 12_990, 580, 0, 12_410],
  ['one of which a half went back', 12_990, 580, 6_495, 5_915],
  // The fee stays with the platform.
  ['one that went back whole', 1_000, 80, 1_000, -80],
  ['what nobody paid', null, 0, 0, 0],
])('what is left of %s is paid less fees less refunds', (_what, paidAmount, platformFee, refundedAmount, net) => {
  expect(netAmount({ paidAmount, platformFee, refundedAmount })).toBe(net);
});
