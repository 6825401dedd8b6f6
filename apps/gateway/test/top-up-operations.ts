import { Charge } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import { aPaidCharge } from './messages';
import { firstPage, page, type Operation } from './operation';

const aTopUp = Charge.fromPartial({ ...aPaidCharge, origin: 'CHARGE_ORIGIN_TOP_UP', platformFeeCents: 0 });

export const topUpOperations: readonly Operation[] = [
  {
    call: 'POST /v2/top-ups/create',
    body: { amount: 5_000 },
    answers: { 'charges.createTopUp': { charge: aTopUp } },
    request: { amountCents: 5_000, expiresInSeconds: 86_400 },
    data: records.topUpRecord(aTopUp),
  },
  {
    call: 'GET /v2/top-ups/get?id=pix_char_1',
    answers: { 'charges.getTopUp': { charge: aTopUp } },
    request: { id: 'pix_char_1' },
    data: records.topUpRecord(aTopUp),
  },
  {
    call: 'GET /v2/top-ups/list?status=PAID',
    answers: { 'charges.listTopUps': { charges: [aTopUp], page } },
    request: { page: firstPage, status: 'CHARGE_STATUS_PAID' },
    data: [records.topUpRecord(aTopUp)],
  },
  {
    call: 'POST /v2/top-ups/simulate-payment',
    body: { id: 'pix_char_1', amount: 4_999, late: true },
    answers: { 'charges.simulateTopUpPayment': { charge: aTopUp } },
    request: { id: 'pix_char_1', amountCents: 4_999, late: true },
    data: records.topUpRecord(aTopUp),
  },
];
