import type { AsaasBooks, AsaasCard, AsaasPayment } from './asaas-books';
import { hex, refuse, text, toRouteName, type AsaasRoute } from './asaas-parts';
import { emitPayment, readStatus, requirePayment, toPaymentJson } from './asaas-payments';

/** Numbers that the test environment refuses; every other one pays. */
export const refusedAsaasCards: readonly string[] = ['5184019740373151', '4916561358240741'];

/** A charge by a kept card or by a number, and a number that is kept without a charge. */
export function cardRoutes(books: AsaasBooks): AsaasRoute {
  return (request) => {
    const { path, body } = request;
    const name = toRouteName(request);
    if (name === 'POST creditCard/tokenizeCreditCard') {
      const customer = text(body['customer']) ?? refuse('invalid_customer');
      const { number, brand, token } = keepCard(books, { customer }, readNumber(body));
      return { creditCardNumber: number.slice(-4), creditCardBrand: brand, creditCardToken: token };
    }
    if (name !== 'POST payments/:id/payWithCreditCard') return undefined;
    const payment = requirePayment(books, path[1]);
    const token = text(body['creditCardToken']);
    const kept = token === undefined ? undefined : books.tokens.get(token);
    if (token !== undefined && kept?.customer !== payment.customer) {
      refuse('invalid_creditCard', 'Token de cartão inválido.');
    }
    payByCard(books, payment, kept?.number ?? readNumber(body));
    return toPaymentJson(books, payment);
  };
}

/** A whole card comes with its holder, whose address Asaas wants. */
function readNumber(body: Readonly<Record<string, unknown>>): string {
  const [card, holder] = ['creditCard', 'creditCardHolderInfo'].map((name) => Object(body[name]) as typeof body);
  const isWhole = ['holderName', 'expiryMonth', 'expiryYear', 'ccv'].every((name) => text(card?.[name]) !== undefined);
  const isHeld = ['name', 'email', 'cpfCnpj', 'postalCode', 'addressNumber', 'phone'].every(
    (name) => text(holder?.[name]) !== undefined,
  );
  const number = text(card?.['number']);
  if (number === undefined || !isWhole || !isHeld) refuse('invalid_creditCard');
  return number;
}

/** All payments of the sale; a refusal is one sentence for the payer, and leaves them to be paid by another card. */
export function payByCard(books: AsaasBooks, payment: AsaasPayment, number: string): void {
  const sale = salePayments(books, payment);
  const isOpen = ['PENDING', 'OVERDUE'].includes(readStatus(books, payment));
  if (!isOpen || (payment.deleted && !books.paysDeleted)) refuse('invalid_action', 'Esta cobrança não pode ser paga.');
  if (refusedAsaasCards.includes(number)) {
    refuse('invalid_action', 'Transação não autorizada. Verifique os dados do cartão de crédito e tente novamente.');
  }
  const card = keepCard(books, payment, number);
  for (const one of sale) {
    one.card = card;
    one.paidAt = books.now();
    one.status = books.reviewsCards ? 'AWAITING_RISK_ANALYSIS' : 'CONFIRMED';
    emitPayment(books, books.reviewsCards ? 'PAYMENT_AWAITING_RISK_ANALYSIS' : 'PAYMENT_CONFIRMED', one);
  }
}

/** A review that took hours ends. */
export function endReview(books: AsaasBooks, payment: AsaasPayment, isApproved: boolean): void {
  for (const one of salePayments(books, payment)) {
    one.status = isApproved ? 'CONFIRMED' : 'PENDING';
    if (!isApproved) one.paidAt = undefined;
    emitPayment(books, `PAYMENT_${isApproved ? 'APPROVED' : 'REPROVED'}_BY_RISK_ANALYSIS`, one);
    if (isApproved) emitPayment(books, 'PAYMENT_CONFIRMED', one);
  }
}

function salePayments(books: AsaasBooks, payment: AsaasPayment): readonly AsaasPayment[] {
  const { installment } = payment;
  return installment ? books.payments.filter((one) => one.installment?.id === installment.id) : [payment];
}

function keepCard(books: AsaasBooks, { customer }: Pick<AsaasPayment, 'customer'>, number: string): AsaasCard {
  const brand = number.startsWith('5') ? 'MASTERCARD' : 'VISA';
  if (!books.keepsCards) return { number, brand, token: undefined };
  const token = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  books.tokens.set(token, { customer, number });
  return { number, brand, token };
}
