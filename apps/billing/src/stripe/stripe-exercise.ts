import { cents } from '@pitanga/core';
import type { BoletoOrder } from '../provider/boleto-provider';
import type { CardOrder } from '../provider/card-provider';
import type { DisputeAnswerOrder } from '../provider/dispute-provider';
import { readStripeAccount } from './stripe-account-reading';
import type { StripeAdapter } from './stripe-adapter';
import { readStripePayment } from './stripe-boleto-provider';
import { confirmPayment } from './stripe-card-provider';
import { listStripeDisputes, readStripeDispute } from './stripe-disputes';
import { listStripeEntries, readStripeBalance } from './stripe-money';
import { readStripeRefund } from './stripe-refund-reading';
import { deleteEndpoint, registerEndpoint, updateEndpoint } from './stripe-webhook';

type Calls = readonly (() => Promise<unknown>)[];

const instant = new Date('2026-11-23T12:00:00Z');
const intent = 'pi_1PgafyB7WZ01zgkWSjxsAJo3';

const cardOrder: CardOrder = {
  attemptId: 'card_000000000000000000000001',
  reference: intent,
  vaultReference: 'cus_1/pm_1',
  amountCents: cents(12_345),
  installments: 1,
  isOffSession: false,
  returnUrl: 'https://pitanga.example/pay/bill_1',
};

const refund = {
  refundId: 'ref_000000000000000000000001',
  target: intent,
  amountCents: cents(100),
  requestedAt: instant,
  now: instant,
};

const boletoOrder: BoletoOrder = {
  chargeId: 'char_000000000000000000000001',
  txid: 'x',
  amountCents: cents(12_345),
  dueDate: '2026-11-26',
  today: '2026-11-23',
  interestBasisPoints: undefined,
  fine: undefined,
  merchantName: 'Loja São João',
  merchantCity: 'São Paulo',
  payer: {
    name: 'Ana Souza',
    taxId: '12345678909',
    email: 'ana@example.com',
    address: 'Rua Augusta, 100',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01305000',
  },
};

const answer: DisputeAnswerOrder = {
  answerId: 'dans_1',
  reference: 'du_1',
  isSubmitted: true,
  evidence: {
    productDescription: 'Um livro',
    refundPolicy: '7 dias',
    trackingNumber: 'BR1',
    carrier: 'Correios',
    explanation: 'Foi entregue.',
  },
  documents: [
    {
      id: 'dfil_1',
      kind: 'RECEIPT',
      contentType: 'application/pdf',
      sizeBytes: 9,
      reference: undefined,
      read: () => Promise.resolve(Buffer.from('%PDF-1.7\n')),
      keepReference: () => Promise.resolve(),
    },
  ],
};

/**
 * Makes every call of the adapter once: for `npm run providers:check`, which has them judged by Stripe's own description.
 * What the answers of such a server say is not looked at.
 */
export function stripeCalls(adapter: StripeAdapter): Calls {
  return [...cardCalls(adapter), ...boletoCalls(adapter), ...accountCalls(adapter)];
}

function cardCalls({ client, card }: StripeAdapter): Calls {
  return [
    () => card.vaultCard({ paymentMethod: 'pm_1', holderName: undefined }),
    () => card.verifyCard(cardOrder),
    () => card.readVerification('seti_1'),
    () => card.cancelVerification('seti_1'),
    () => card.prepareCharge(cardOrder),
    () => card.chargeCard(cardOrder),
    () => confirmPayment(client, cardOrder, intent),
    () => confirmPayment(client, { ...cardOrder, isOffSession: true }, intent),
    () => card.readCardCharge(cardOrder),
    () => card.cancelCardCharge(cardOrder),
    () => card.refundCard(refund),
    () => card.readCardRefund(refund),
    () => readStripeRefund(client, 're_1'),
  ];
}

function boletoCalls({ client, boleto }: StripeAdapter): Calls {
  return [
    () => boleto.registerBoleto(boletoOrder),
    () => readStripePayment(client, intent),
    () => boleto.cancelBoleto({ chargeId: 'char_1', reference: intent }),
  ];
}

function accountCalls({ client, dispute }: StripeAdapter): Calls {
  return [
    () => readStripeAccount(client, ['CARD', 'BOLETO']),
    () => readStripeDispute(client, 'du_1'),
    () => listStripeDisputes(client, { since: instant, after: undefined }),
    () => dispute.answerDispute(answer),
    () => listStripeEntries(client, { since: instant, after: undefined }),
    () => readStripeBalance(client),
    () => registerEndpoint(client, 'https://pitanga.example/callbacks/stripe/x', undefined, 'endpoint-1'),
    () => updateEndpoint(client, 'we_1', 'endpoint-2'),
    () => deleteEndpoint(client, 'we_1'),
  ];
}
