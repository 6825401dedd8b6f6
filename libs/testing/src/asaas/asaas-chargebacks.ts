import type { AsaasBooks, AsaasChargeback, AsaasPayment } from './asaas-books';
import { dayAt, hex, missing, page, reais, refuse, toRouteName, withoutNulls, type AsaasRoute } from './asaas-parts';
import { emitPayment, requirePayment } from './asaas-payments';

const filesMax = 11;

/** Chargebacks of cards, and the one answer that each takes. */
export function chargebackRoutes(books: AsaasBooks): AsaasRoute {
  return (request) => {
    const { path, query, files } = request;
    switch (toRouteName(request)) {
      case 'GET chargebacks': {
        const status = query.get('status');
        const found = books.chargebacks.filter((one) => status === null || one.status === status);
        return page(found.map(toChargebackJson), query);
      }
      case 'GET payments/:id/chargeback': {
        const { id } = requirePayment(books, path[1]);
        return toChargebackJson(books.chargebacks.find(({ payment }) => payment === id) ?? missing());
      }
      case 'POST chargebacks/:id/dispute': {
        const chargeback = books.chargebacks.find(({ id }) => id === path[1]) ?? missing();
        answer(books, chargeback, files);
        return toChargebackJson(chargeback);
      }
      default:
        return undefined;
    }
  };
}

function answer(books: AsaasBooks, chargeback: AsaasChargeback, files: AsaasChargeback['files']): void {
  if (chargeback.status !== 'REQUESTED' || chargeback.disputeStatus !== undefined) refuse('invalid_action');
  if (dayAt(chargeback.answerBy) < dayAt(books.now())) refuse('invalid_action', 'Prazo encerrado.');
  if (files.length === 0 || files.length > filesMax) refuse('invalid_files');
  chargeback.files.push(...files);
  chargeback.disputeStatus = 'REQUESTED';
  chargeback.status = 'IN_DISPUTE';
  const payment = requirePayment(books, chargeback.payment);
  payment.status = 'CHARGEBACK_DISPUTE';
  emitPayment(books, 'PAYMENT_CHARGEBACK_DISPUTE', payment);
}

/** A holder disputes a card's payment at the card's bank. */
export function openChargeback(books: AsaasBooks, payment: AsaasPayment): AsaasChargeback {
  const made: AsaasChargeback = {
    id: `chb_${hex(16)}`,
    payment: payment.id,
    reason: 'CARD_FRAUD',
    valueCents: payment.valueCents,
    openedAt: books.now(),
    answerBy: new Date(books.now().getTime() + 7 * 86_400_000),
    status: 'REQUESTED',
    disputeStatus: undefined,
    files: [],
  };
  books.chargebacks.push(made);
  payment.status = 'CHARGEBACK_REQUESTED';
  emitPayment(books, 'PAYMENT_CHARGEBACK_REQUESTED', payment);
  return made;
}

/** The card's bank decides. */
export function decideChargeback(books: AsaasBooks, chargeback: AsaasChargeback, isWon: boolean): void {
  chargeback.status = isWon ? 'REVERSED' : 'DISPUTE_LOST';
  if (chargeback.disputeStatus !== undefined) chargeback.disputeStatus = isWon ? 'ACCEPTED' : 'REJECTED';
  const payment = requirePayment(books, chargeback.payment);
  payment.status = isWon ? 'AWAITING_CHARGEBACK_REVERSAL' : 'REFUNDED';
  emitPayment(books, isWon ? 'PAYMENT_AWAITING_CHARGEBACK_REVERSAL' : 'PAYMENT_REFUNDED', payment);
}

function toChargebackJson(chargeback: AsaasChargeback): object {
  const { id, payment, status, reason, valueCents, openedAt, answerBy, disputeStatus } = chargeback;
  return withoutNulls({
    id,
    payment,
    status,
    reason,
    disputeStartDate: dayAt(openedAt),
    value: reais(valueCents),
    disputeStatus,
    deadlineToSendDisputeDocuments: dayAt(answerBy),
  });
}
