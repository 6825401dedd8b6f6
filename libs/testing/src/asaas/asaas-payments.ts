import { digitableLine, encodeBarCode, cents, encodeDynamic, isTaxId } from '@pitanga/core';
import type { AsaasBooks, AsaasCustomer, AsaasPayment } from './asaas-books';
import {
  centavos,
  dayAt,
  digits,
  hex,
  missing,
  page,
  reais,
  refuse,
  toRouteName,
  text,
  withoutNulls,
} from './asaas-parts';
import type { AsaasRequest, AsaasRoute } from './asaas-parts';
import { readRefund } from './asaas-refunds';

const minimumCents = 500;
/** Of each method, as the price table of 2026 has it. */
const feeCents = 199;

/** Customers and payments. */
export function paymentRoutes(books: AsaasBooks): AsaasRoute {
  return (request) => {
    const [, id] = request.path;
    switch (toRouteName(request)) {
      case 'POST customers':
        return addCustomer(books, request);
      case 'GET customers':
        return page(matching(books.customers, request.query, ['cpfCnpj', 'externalReference']), request.query);
      case 'POST payments':
        return toPaymentJson(books, addPayments(books, request));
      case 'GET payments':
        return listPayments(books, request);
      case 'GET payments/:id':
        return toPaymentJson(books, requirePayment(books, id));
      case 'DELETE payments/:id':
        return deletePayment(books, requirePayment(books, id));
      case 'GET payments/:id/pixQrCode':
        return readQrCode(books, requirePayment(books, id));
      case 'GET payments/:id/identificationField':
        return readLine(requirePayment(books, id));
      default:
        return undefined;
    }
  };
}

export function requirePayment(books: AsaasBooks, id: string | undefined): AsaasPayment {
  return books.payments.find((payment) => payment.id === id) ?? missing();
}

function addCustomer(books: AsaasBooks, { body }: AsaasRequest): AsaasCustomer {
  const [name, cpfCnpj] = [text(body['name']), text(body['cpfCnpj'])];
  if (name === undefined) refuse('invalid_name');
  if (cpfCnpj !== undefined && !isTaxId(cpfCnpj)) refuse('invalid_object', 'O CPF/CNPJ informado é inválido.');
  const phone = text(body['mobilePhone']);
  if (phone !== undefined && /^\d*(\d)\1{7}$/.test(phone)) refuse('invalid_mobilePhone');
  const externalReference = text(body['externalReference']);
  const notificationDisabled = body['notificationDisabled'] === true;
  const made = { id: `cus_${digits(12)}`, name, cpfCnpj, externalReference, notificationDisabled };
  books.customers.push(made);
  return made;
}

const billingTypes = ['PIX', 'BOLETO', 'CREDIT_CARD', 'UNDEFINED'] as const;

/** One, or one for each installment, of which the first is answered. */
function addPayments(books: AsaasBooks, { body }: AsaasRequest): AsaasPayment {
  const customer = books.customers.find(({ id }) => id === body['customer']);
  if (customer?.cpfCnpj === undefined) refuse('invalid_customer', 'Customer inválido ou não informado.');
  const billingType = billingTypes.find((type) => type === body['billingType']) ?? refuse('invalid_billingType');
  const dueDate = text(body['dueDate']) ?? refuse('invalid_dueDate');
  if (dueDate < dayAt(books.now())) refuse('invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.');
  const description = text(body['description']);
  if ((description?.length ?? 0) > 500) refuse('invalid_description');
  const successUrl = readSuccessUrl(books, body['callback']);
  const saleId = `ins_${hex(12)}`;
  const made = installmentValues(body).map((faceCents, at, all): AsaasPayment => ({
    id: `pay_${hex(16)}`,
    createdAt: books.now(),
    customer: customer.id,
    billingType,
    faceCents,
    valueCents: faceCents,
    dueDate: at === 0 ? dueDate : dayAt(new Date(books.now().getTime() + at * 30 * 86_400_000)),
    description,
    externalReference: text(body['externalReference']),
    interest: body['interest'],
    fine: body['fine'],
    status: 'PENDING',
    deleted: false,
    paidAt: undefined,
    creditedAt: undefined,
    pixTransaction: undefined,
    refunds: [],
    installment: all.length === 1 ? undefined : { id: saleId, number: at + 1, count: all.length },
    successUrl,
  }));
  const [first] = made;
  if (!first) throw new Error('a sale without a payment');
  for (const payment of made) {
    books.payments.push(payment);
    emitPayment(books, 'PAYMENT_CREATED', payment);
  }
  return first;
}

/** The remainder is on the last: 350,00 in twelve are eleven of 29,16 and one of 29,24. */
function installmentValues(body: AsaasRequest['body']): readonly number[] {
  const count = body['installmentCount'] ?? 1;
  if (typeof count !== 'number' || count < 1 || count > 21) refuse('invalid_installmentCount');
  const total = centavos(count === 1 ? body['value'] : body['totalValue']);
  if (total < minimumCents) refuse('invalid_value', 'O valor da cobrança não pode ser menor que R$ 5,00.');
  const each = Math.floor(total / count);
  return Array.from({ length: count }, (_, at) => (at === count - 1 ? total - each * (count - 1) : each));
}

function readSuccessUrl({ site }: AsaasBooks, callback: unknown): string | undefined {
  const url = text((callback as { readonly successUrl?: unknown } | undefined)?.successUrl);
  if (url === undefined) return undefined;
  if (site !== undefined && new URL(url).hostname !== site) refuse('invalid_object', 'Domínio não cadastrado.');
  return url;
}

/** A day later than its due date an unpaid payment is OVERDUE, and still payable. */
export function readStatus(books: AsaasBooks, { status, dueDate }: AsaasPayment): string {
  return status === 'PENDING' && dueDate < dayAt(books.now()) ? 'OVERDUE' : status;
}

export function toPaymentJson(books: AsaasBooks, payment: AsaasPayment): object {
  const { id, createdAt, customer, billingType, faceCents, valueCents, paidAt, creditedAt } = payment;
  const isChanged = valueCents !== faceCents;
  return withoutNulls({
    object: 'payment',
    id,
    dateCreated: dayAt(createdAt),
    customer,
    checkoutSession: null,
    paymentLink: null,
    value: reais(valueCents),
    netValue: reais(valueCents - feeCents),
    originalValue: isChanged ? reais(faceCents) : null,
    interestValue: isChanged ? reais(valueCents - faceCents) : null,
    description: payment.description ?? null,
    billingType,
    pixTransaction: payment.pixTransaction ?? null,
    status: readStatus(books, payment),
    dueDate: payment.dueDate,
    originalDueDate: payment.dueDate,
    paymentDate: creditedAt ? dayAt(creditedAt) : null,
    clientPaymentDate: paidAt ? dayAt(paidAt) : null,
    invoiceUrl: `${books.origin}/i/${id.slice(4)}`,
    externalReference: payment.externalReference ?? null,
    deleted: payment.deleted,
    creditDate: creditedAt ? dayAt(creditedAt) : null,
    estimatedCreditDate: null,
    bankSlipUrl: billingType === 'BOLETO' ? `https://asaas.example/b/pdf/${id.slice(4)}` : null,
    ...(billingType === 'BOLETO' && { nossoNumero: nossoNumero(payment), canBePaidAfterDueDate: true }),
    ...(billingType === 'CREDIT_CARD' && cardFields(payment)),
    ...(payment.refunds.length > 0 && { refunds: payment.refunds.map(readRefund) }),
    interest: payment.interest,
    fine: payment.fine,
  });
}

function cardFields({ paidAt, status, installment, card }: AsaasPayment): object {
  const isConfirmed = paidAt !== undefined && status !== 'AWAITING_RISK_ANALYSIS';
  return {
    ...(isConfirmed && { confirmedDate: dayAt(paidAt) }),
    ...(installment && { installment: installment.id, installmentNumber: installment.number }),
    ...(card && {
      creditCard: withoutNulls({
        creditCardNumber: card.number.slice(-4),
        creditCardBrand: card.brand,
        creditCardToken: card.token,
      }),
    }),
  };
}

export function emitPayment(books: AsaasBooks, event: string, payment: AsaasPayment): void {
  books.emit(event, { payment: toPaymentJson(books, payment) });
}

function listPayments(books: AsaasBooks, { query }: AsaasRequest): object {
  const shown = books.payments.filter(({ deleted }) => books.listsDeleted || !deleted);
  const items = shown.map((payment) => toPaymentJson(books, payment) as Record<string, unknown>);
  const [from, to] = [query.get('dateCreated[ge]') ?? '', query.get('dateCreated[le]') ?? '9'];
  const within = items.filter(({ dateCreated }) => String(dateCreated) >= from && String(dateCreated) <= to);
  const names = ['customer', 'billingType', 'status', 'externalReference', 'paymentDate', 'installment'];
  return page(matching(within, query, names), query);
}

function matching<T extends object>(items: readonly T[], query: URLSearchParams, names: readonly string[]): T[] {
  const fields = (item: T): Record<string, unknown> => item as Record<string, unknown>;
  return items.filter((item) => names.every((name) => !query.has(name) || fields(item)[name] === query.get(name)));
}

/** Only what waits can be deleted; its code and line are no longer valid then. */
function deletePayment(books: AsaasBooks, payment: AsaasPayment): object {
  if (!['PENDING', 'OVERDUE'].includes(readStatus(books, payment)) || payment.deleted) {
    refuse('invalid_action', 'Só é possível remover cobranças pendentes ou vencidas.');
  }
  payment.deleted = true;
  emitPayment(books, 'PAYMENT_DELETED', payment);
  return { deleted: true, id: payment.id };
}

function readQrCode(books: AsaasBooks, { id, billingType, deleted, dueDate, status }: AsaasPayment): object {
  if (deleted || billingType === 'CREDIT_CARD' || status !== 'PENDING') refuse('invalid_action');
  const location = `pix.asaas.example/qr/v2/${id.slice(4)}${'0'.repeat(16)}`;
  const payload = encodeDynamic({ merchantName: books.owner.name, merchantCity: 'JOINVILLE', location });
  const expirationDate = `${String(Number(dueDate.slice(0, 4)) + 1)}${dueDate.slice(4)} 23:59:59`;
  return { encodedImage: Buffer.from('picture').toString('base64'), payload, expirationDate };
}

/** Digits that follow from the id. */
function nossoNumero({ id }: AsaasPayment): string {
  return BigInt(`0x${id.slice(4)}`)
    .toString()
    .padStart(25, '0')
    .slice(-25);
}

function readLine(payment: AsaasPayment): object {
  if (payment.billingType !== 'BOLETO' || payment.deleted) refuse('invalid_action');
  const { dueDate, faceCents } = payment;
  const freeField = nossoNumero(payment);
  const barCode = encodeBarCode({ bank: '461', dueDate, amountCents: cents(faceCents), freeField });
  return { identificationField: digitableLine(barCode), nossoNumero: freeField, barCode };
}
