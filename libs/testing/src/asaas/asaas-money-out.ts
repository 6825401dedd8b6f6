import type { AsaasBooks } from './asaas-books';
import { keyRoutes, type AsaasKeys } from './asaas-keys';
import { askAndJudge, askRefunds, type AsaasAsk } from './asaas-refund-asks';
import {
  centavos,
  dayAt,
  hex,
  missing,
  page,
  randomUUID,
  reais,
  refuse,
  toRouteName,
  text,
  timeAt,
} from './asaas-parts';
import type { AsaasRequest, AsaasRoute } from './asaas-parts';

/** Money that leaves an account at Asaas: a transfer to a key or, by TED, an account, or the Pix that pays a code. */
export interface AsaasOrder {
  readonly id: string;
  readonly type: 'TRANSFER' | 'PIX_QR_CODE';
  readonly at: Date;
  readonly valueCents: number;
  /** Of a transfer by Pix. */
  readonly pixKey: string | undefined;
  /** Of a TED, as it was asked for. */
  readonly bankAccount: Readonly<Record<string, unknown>> | undefined;
  readonly externalReference: string | undefined;
  readonly description: string | undefined;
  status: string;
  endToEndIdentifier: string | undefined;
  refundedCents: number;
  /** How often its validation was asked for. */
  asks: number;
}

export interface AsaasMoneyOut {
  readonly orders: AsaasOrder[];
  readonly keys: AsaasKeys;
  /** Set in Asaas's interface, for refunds of Pix too or not; undefined: it does not ask, and money leaves at once. */
  validation: { readonly token: string; readonly ask: AsaasAsk; readonly refunds?: boolean } | undefined;
  /** Whether asks and answers tell the key of the receiver, and the description of a code's Pix. */
  tells: boolean;
  /** Asks about every order that waits for it, as Asaas does five seconds after each; answers what became of each. */
  askDue(): Promise<readonly string[]>;
  /** One ask, as it would be sent for this order; nothing follows from the answer. */
  askAbout(order: AsaasOrder): ReturnType<AsaasAsk>;
  /** The bank has it, or not. */
  end(id: string, status: 'DONE' | 'FAILED'): void;
  /** The receiver sends it back. */
  sendBack(id: string, valueCents: number): void;
  /** The store's own people send money at Asaas itself. */
  addOwn(type: AsaasOrder['type'], valueCents: number): AsaasOrder;
}

const waiting = new Set(['PENDING', 'AWAITING_REQUEST']);

/** The half of the stand-in by which money leaves: transfers, codes that are paid, keys, and the validation of withdrawals. */
export function addMoneyOut(books: AsaasBooks): AsaasMoneyOut {
  const keys: AsaasKeys = { owners: new Map(), codes: new Map(), tokens: 60, lookups: [] };
  const out: AsaasMoneyOut = {
    orders: [],
    keys,
    validation: undefined,
    tells: true,
    askDue: async () => {
      const due = out.orders.filter(({ status }) => waiting.has(status));
      for (const order of due) {
        await askUntilAnswered(out, order);
        emit(books, out, order);
      }
      return [...due.map(({ status }) => status), ...(await askRefunds(books, out.validation))];
    },
    askAbout: (order) => ask(out, order),
    end: (id, status) => {
      const order = find(out, id);
      order.status = order.type === 'PIX_QR_CODE' && status === 'FAILED' ? 'REFUSED' : status;
      if (status === 'DONE') {
        const pixId = `E19540550${books.now().toISOString().replace(/\D/g, '').slice(0, 12)}${hex(11)}`;
        order.endToEndIdentifier = order.bankAccount ? undefined : pixId;
        books.balanceCents -= order.valueCents;
      }
      emit(books, out, order);
    },
    sendBack: (id, valueCents) => {
      find(out, id).refundedCents += valueCents;
      books.balanceCents += valueCents;
    },
    addOwn: (type, valueCents) => addOrder(books, out, { type, valueCents, pixKey: 'dona@loja.example' }),
  };
  // Before the routes of money in, which know the Pix that came.
  books.routes.unshift(orderRoutes(books, out), keyRoutes(keys));
  return out;
}

const transferEvents = new Map([
  ['PENDING', 'TRANSFER_CREATED'],
  ['BANK_PROCESSING', 'TRANSFER_IN_BANK_PROCESSING'],
  ['DONE', 'TRANSFER_DONE'],
  ['FAILED', 'TRANSFER_FAILED'],
  ['CANCELLED', 'TRANSFER_CANCELLED'],
]);

/** Codes that are paid have no events. */
function emit(books: AsaasBooks, out: AsaasMoneyOut, order: AsaasOrder): void {
  const event = transferEvents.get(order.status);
  if (order.type === 'TRANSFER' && event !== undefined) books.emit(event, { transfer: toJson(out, order) });
}

function find({ orders }: AsaasMoneyOut, id: string): AsaasOrder {
  return orders.find((order) => order.id === id) ?? missing();
}

async function askUntilAnswered(out: AsaasMoneyOut, order: AsaasOrder): Promise<void> {
  if (!out.validation) {
    order.status = 'BANK_PROCESSING';
    return;
  }
  const isApproved = await askAndJudge(() => ask(out, order));
  order.status = isApproved ? (order.type === 'TRANSFER' ? 'BANK_PROCESSING' : 'REQUESTED') : 'CANCELLED';
}

function ask(out: AsaasMoneyOut, order: AsaasOrder): ReturnType<AsaasAsk> {
  if (!out.validation) throw new Error('no validation is set');
  order.asks += 1;
  const subject = order.type === 'TRANSFER' ? 'transfer' : 'pixQrCode';
  const body = JSON.stringify({ type: order.type, [subject]: toJson(out, order) });
  const headers = { 'content-type': 'application/json', 'asaas-access-token': out.validation.token };
  return out.validation.ask({ headers, body });
}

function toJson({ tells }: AsaasMoneyOut, order: AsaasOrder): object {
  const { id, at, valueCents, status, externalReference, description = null } = order;
  const endToEndIdentifier = order.endToEndIdentifier ?? null;
  if (order.type === 'PIX_QR_CODE') {
    return {
      id,
      endToEndIdentifier,
      value: reais(valueCents),
      refundedValue: reais(order.refundedCents),
      effectiveDate: timeAt(at),
      status,
      type: 'DEBIT',
      originType: 'DYNAMIC_QRCODE',
      description: tells ? description : null,
      externalAccount: { ispb: 18236120, name: 'Bia Lima', cpfCnpj: '***.123.456-**' },
    };
  }
  return {
    object: 'transfer',
    id,
    type: 'BANK_ACCOUNT',
    dateCreated: dayAt(at),
    value: reais(valueCents),
    netValue: reais(valueCents),
    transferFee: 0,
    status,
    endToEndIdentifier,
    authorized: true,
    failReason: status === 'FAILED' ? 'Conta de destino encerrada' : null,
    externalReference: externalReference ?? null,
    operationType: order.bankAccount ? 'TED' : 'PIX',
    description,
    bankAccount: order.bankAccount
      ? { pixAddressKey: null, ...(tells && order.bankAccount) }
      : { ownerName: 'Bia Lima', pixAddressKey: tells ? order.pixKey : null },
  };
}

function orderRoutes(books: AsaasBooks, out: AsaasMoneyOut): AsaasRoute {
  return (request) => {
    const { path, query } = request;
    switch (toRouteName(request)) {
      case 'POST transfers':
        return toJson(out, addTransfer(books, out, request.body));
      case 'POST pix/qrCodes/pay':
        return toJson(out, addCode(books, out, request.body));
      case 'GET transfers':
        return page(listTransfers(out, query), query);
      case 'GET transfers/:id':
        return toJson(out, find(out, path[1] ?? ''));
      case 'GET pix/transactions':
        return debits(out, query);
      case 'GET pix/transactions/:id': {
        const order = out.orders.find(({ id, type }) => type === 'PIX_QR_CODE' && id === path[2]);
        return order && toJson(out, order);
      }
      default:
        return undefined;
    }
  };
}

/** Not by reference: whether Asaas searches by it is not known. */
function listTransfers(out: AsaasMoneyOut, query: URLSearchParams): object[] {
  const [from, to] = [query.get('dateCreated[ge]') ?? '', query.get('dateCreated[le]') ?? '9'];
  const days = out.orders.filter(({ type, at }) => type === 'TRANSFER' && dayAt(at) >= from && dayAt(at) <= to);
  return days.map((order) => toJson(out, order));
}

/** The Pix of transfers, too, which is found by its end-to-end id. */
function debits(out: AsaasMoneyOut, query: URLSearchParams): object | undefined {
  const wanted = query.get('endToEndIdentifier');
  if (query.get('type') !== 'DEBIT' && !out.orders.some((order) => order.endToEndIdentifier === wanted))
    return undefined;
  const found = out.orders.filter((order) =>
    wanted === null ? order.type === 'PIX_QR_CODE' : order.endToEndIdentifier === wanted,
  );
  return page(
    found.map((order) => toJson(out, { ...order, type: 'PIX_QR_CODE' })),
    query,
  );
}

function addTransfer(books: AsaasBooks, out: AsaasMoneyOut, body: AsaasRequest['body']): AsaasOrder {
  const valueCents = centavos(body['value']);
  if (body['operationType'] === 'TED') return addTed(books, out, body);
  const pixKey = text(body['pixAddressKey']) ?? refuse('invalid_action', 'Informe a chave Pix.');
  const type = text(body['pixAddressKeyType']) ?? refuse('invalid_action', 'Informe o tipo da chave.');
  if (!['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'].includes(type)) refuse('invalid_object');
  const [externalReference, description] = [text(body['externalReference']), text(body['description'])];
  return addOrder(books, out, { type: 'TRANSFER', valueCents, pixKey, externalReference, description });
}

function addTed(books: AsaasBooks, out: AsaasMoneyOut, body: AsaasRequest['body']): AsaasOrder {
  const bankAccount = (body['bankAccount'] ?? {}) as Record<string, unknown>;
  const { bank, ispb, bankAccountType } = bankAccount;
  const named = ['ownerName', 'cpfCnpj', 'agency', 'account', 'accountDigit'].every(
    (field) => text(bankAccount[field]) !== undefined,
  );
  const hasBank = text((bank as Record<string, unknown> | undefined)?.['code']) ?? text(ispb);
  if (!named || hasBank === undefined) refuse('invalid_action', 'Informe os dados da conta bancária.');
  if (bankAccountType !== 'CONTA_CORRENTE' && bankAccountType !== 'CONTA_POUPANCA') refuse('invalid_object');
  const [externalReference, description] = [text(body['externalReference']), text(body['description'])];
  const valueCents = centavos(body['value']);
  return addOrder(books, out, { type: 'TRANSFER', valueCents, bankAccount, externalReference, description });
}

function addCode(books: AsaasBooks, out: AsaasMoneyOut, body: AsaasRequest['body']): AsaasOrder {
  const valueCents = centavos(body['value']);
  const { payload } = (body['qrCode'] ?? {}) as Record<string, unknown>;
  if (text(payload) === undefined) refuse('invalid_action', 'Informe o QR Code.');
  return addOrder(books, out, { type: 'PIX_QR_CODE', valueCents, description: text(body['description']) });
}

function addOrder(
  books: AsaasBooks,
  out: AsaasMoneyOut,
  given: Pick<AsaasOrder, 'type' | 'valueCents'> & Partial<AsaasOrder>,
): AsaasOrder {
  if ((given.description?.length ?? 0) > 140) refuse('invalid_object');
  if (given.valueCents > books.balanceCents)
    refuse('invalid_action', 'Saldo insuficiente para realizar a transferência.');
  const order: AsaasOrder = {
    id: randomUUID(),
    at: books.now(),
    pixKey: undefined,
    bankAccount: undefined,
    externalReference: undefined,
    description: undefined,
    status: given.type === 'TRANSFER' ? 'PENDING' : 'AWAITING_REQUEST',
    endToEndIdentifier: undefined,
    refundedCents: 0,
    asks: 0,
    ...given,
  };
  out.orders.push(order);
  emit(books, out, order);
  return order;
}
