import type { AsaasBooks, AsaasPayment, AsaasPixTransaction } from './asaas-books';
import {
  hex,
  missing,
  page,
  randomUUID,
  reais,
  toRouteName,
  timeAt,
  type AsaasRequest,
  type AsaasRoute,
} from './asaas-parts';
import { emitPayment, requirePayment, readStatus, toPaymentJson } from './asaas-payments';
import { addRefund, readRefund, refundedCents } from './asaas-refunds';

export interface AsaasPaying {
  /** When it is another amount than asked: a boleto with interest and fine. */
  readonly valueCents?: number;
  readonly payer?: { readonly name: string; readonly taxId: string };
  /** A boleto by the Pix code on it. */
  readonly byPix?: boolean;
}

const ana = { name: 'Ana Souza', taxId: '12345678909' };

/** A payer pays. A Pix is RECEIVED at once and never CONFIRMED; a boleto and a card are CONFIRMED, and credited later. */
export function payPayment(books: AsaasBooks, payment: AsaasPayment, paying: AsaasPaying = {}): AsaasPayment {
  const isOpen = ['PENDING', 'OVERDUE'].includes(readStatus(books, payment));
  if (!isOpen || (payment.deleted && !books.paysDeleted)) throw new Error(`${payment.id} cannot be paid`);
  payment.valueCents = paying.valueCents ?? payment.faceCents;
  payment.paidAt = books.now();
  if (payment.billingType !== 'PIX' && paying.byPix !== true) {
    payment.status = 'CONFIRMED';
    emitPayment(books, 'PAYMENT_CONFIRMED', payment);
    return payment;
  }
  const made = addPix(books, payment, paying.payer ?? ana);
  payment.pixTransaction = made.id;
  return creditPayment(books, payment);
}

/** The money is on the account: the next working day for a boleto, 32 days later for a card. */
export function creditPayment(books: AsaasBooks, payment: AsaasPayment): AsaasPayment {
  payment.status = 'RECEIVED';
  payment.creditedAt = books.now();
  books.balanceCents += payment.valueCents;
  emitPayment(books, 'PAYMENT_RECEIVED', payment);
  return payment;
}

/** Money on the account's key that no charge asked for: Asaas makes a payment and a customer of it. */
export function payUnasked(books: AsaasBooks, valueCents: number, originType = 'ADDRESS_KEY'): AsaasPayment {
  const customer = { id: `cus_${hex(12)}`, name: ana.name, cpfCnpj: ana.taxId };
  books.customers.push({ ...customer, externalReference: undefined, notificationDisabled: false });
  const at = books.now();
  const payment: AsaasPayment = {
    id: `pay_${hex(16)}`,
    createdAt: at,
    customer: customer.id,
    billingType: 'PIX',
    faceCents: valueCents,
    valueCents,
    dueDate: timeAt(at).slice(0, 10),
    description: 'Cobrança gerada automaticamente a partir de Pix recebido.',
    externalReference: undefined,
    interest: undefined,
    fine: undefined,
    status: 'RECEIVED',
    deleted: false,
    paidAt: at,
    creditedAt: at,
    pixTransaction: undefined,
    refunds: [],
  };
  payment.pixTransaction = addPix(books, payment, ana, originType).id;
  books.payments.push(payment);
  books.balanceCents += valueCents;
  emitPayment(books, 'PAYMENT_CREATED', payment);
  emitPayment(books, 'PAYMENT_RECEIVED', payment);
  return payment;
}

function addPix(
  books: AsaasBooks,
  { id, valueCents }: AsaasPayment,
  payer: AsaasPixTransaction['payer'],
  originType = 'DYNAMIC_QRCODE',
) {
  const at = books.now();
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  const made: AsaasPixTransaction = {
    id: randomUUID(),
    endToEndIdentifier: `E60746948${minute}${hex(11)}`,
    valueCents,
    at,
    type: 'CREDIT',
    status: 'DONE',
    originType,
    payment: id,
    payer,
  };
  books.pixTransactions.push(made);
  return made;
}

/** The tax id of a person comes masked. */
function mask(taxId: string): string {
  return taxId.length === 11 ? `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**` : taxId;
}

function toPixJson(books: AsaasBooks, transaction: AsaasPixTransaction): object {
  const { id, endToEndIdentifier, valueCents, at, type, status, originType, payer } = transaction;
  const payment = books.payments.find((known) => known.id === transaction.payment);
  return {
    id,
    endToEndIdentifier,
    value: reais(valueCents),
    refundedValue: reais(payment ? refundedCents(payment) : 0),
    effectiveDate: timeAt(at),
    type,
    status,
    originType,
    canBeRefunded: true,
    externalAccount: { ispb: 60746948, ispbName: 'BANCO BRADESCO S.A.', name: payer.name, cpfCnpj: mask(payer.taxId) },
    ...(books.namesPayment && transaction.payment !== undefined && { payment: transaction.payment }),
  };
}

/** Refunds, Pix that came in, and the balance. */
export function moneyInRoutes(books: AsaasBooks): AsaasRoute {
  return (request) => {
    const { path, query } = request;
    switch (toRouteName(request)) {
      case 'POST payments/:id/refund':
        return refund(books, requirePayment(books, path[1]), request.body);
      case 'POST sandbox/payment/:id/confirm':
        return toPaymentJson(books, payPayment(books, requirePayment(books, path[2])));
      case 'GET payments/:id/refunds':
        return page(requirePayment(books, path[1]).refunds.map(readRefund), query);
      case 'GET pix/transactions': {
        const isWanted = (name: string, value: string) => [null, value].includes(query.get(name));
        const found = books.pixTransactions.filter(
          ({ endToEndIdentifier, type, status }) =>
            isWanted('endToEndIdentifier', endToEndIdentifier) && isWanted('type', type) && isWanted('status', status),
        );
        return page(
          found.map((known) => toPixJson(books, known)),
          query,
        );
      }
      case 'GET pix/transactions/:id':
        return toPixJson(books, books.pixTransactions.find((known) => known.id === path[2]) ?? missing());
      // Of an account without a statement of its own.
      case 'GET financialTransactions':
        return page([], query);
      case 'GET finance/balance':
        return { balance: reais(books.balanceCents) };
      case 'GET myAccount/commercialInfo':
        return { status: 'APPROVED', personType: 'JURIDICA', ...books.owner };
      case 'GET wallets':
        return page([{ object: 'wallet', id: books.walletId }], query);
      default:
        return undefined;
    }
  };
}

function refund(books: AsaasBooks, payment: AsaasPayment, body: AsaasRequest['body']): object {
  // The payer of a boleto types bank data on a page.
  const isByBank = payment.billingType === 'BOLETO' && payment.pixTransaction === undefined;
  if (isByBank) return { requestUrl: 'https://asaas.example/refund' };
  addRefund(books, payment, body);
  // Also while the entry still waits for a person's decision.
  const isWhole = refundedCents(payment) === payment.valueCents;
  emitPayment(books, isWhole ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED', payment);
  return toPaymentJson(books, payment);
}
