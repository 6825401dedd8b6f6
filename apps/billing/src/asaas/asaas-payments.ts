import { isAppError } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  asaasUnavailable,
  createSharedAttempts,
  type AsaasClient,
} from '@pitanga/provider-account';
import type { NoteBegun } from '../provider/note-begun';
import type { AsaasCustomers, AsaasDebtor } from './asaas-customers';
import { toAsaasPayment, toAsaasPix, type AsaasPayment, type AsaasPix } from './asaas-payment';

/** What is asked of Asaas for one payment. */
export interface AsaasPaymentOrder {
  /** Ours: Asaas does not make it unique, so it is looked for before anything is sent again. */
  readonly externalReference: string;
  /** That no earlier call has sent this reference. */
  readonly isNew: boolean;
  /** Another account makes it where Asaas is not reached. */
  readonly givesWay?: boolean | undefined;
  readonly debtor: AsaasDebtor | undefined;
  /** The customer there, where only that one can pay: whose card it is. Else one is found for the debtor. */
  readonly customer?: string | undefined;
  readonly body: {
    readonly billingType: 'PIX' | 'BOLETO' | 'CREDIT_CARD';
    readonly value?: number;
    readonly installmentCount?: number;
    /** Of all installments. */
    readonly totalValue?: number;
    /** Where the payer goes from its page. */
    readonly callback?: { readonly successUrl: string; readonly autoRedirect: true } | undefined;
    readonly dueDate: string;
    readonly description: string | undefined;
    readonly interest?: { readonly value: number } | undefined;
    readonly fine?: { readonly value: number; readonly type: 'PERCENTAGE' | 'FIXED' } | undefined;
  };
}

export interface AsaasPayments {
  /** The payment of a reference, made unless it is there; calls at the same time are one. */
  findOrCreate(order: AsaasPaymentOrder): Promise<AsaasPayment>;
  /** All of a reference, oldest first: a lost answer may have left two. @param id of the one we know */
  find(externalReference: string, id: string | undefined): Promise<readonly AsaasPayment[]>;
  /** All of the sale that a payment is of: itself, or that of each installment, the first first. */
  readSale(id: string): Promise<readonly AsaasPayment[]>;
  read(id: string): Promise<AsaasPayment | undefined>;
  /** Deletes what can still be paid; what is paid or gone stays as it is. */
  close(payments: readonly AsaasPayment[]): Promise<void>;
  /** The BR code of one that can be paid. */
  readCode(id: string): Promise<string>;
  readPix(id: string): Promise<AsaasPix | undefined>;
}

export function createAsaasPayments(
  client: AsaasClient,
  customers: AsaasCustomers,
  noteBegun: NoteBegun,
): AsaasPayments {
  const share = createSharedAttempts<AsaasPayment>();
  const read = async (id: string): Promise<AsaasPayment | undefined> => {
    const path = `/payments/${encodeURIComponent(id)}`;
    const body = await client.found({ operation: 'read_payment', method: 'GET', path, isRepeatable: true });
    return body === undefined ? undefined : toAsaasPayment(body);
  };
  return {
    findOrCreate: (order) =>
      share(order.externalReference, () => findOrCreate({ client, customers, noteBegun }, order)),
    find: async (externalReference, id) => {
      const listed = await listPayments(client, externalReference);
      if (id === undefined || listed.some((payment) => payment.id === id)) return listed;
      // Lists may leave out what was deleted.
      const known = await read(id);
      return known === undefined || known.externalReference !== externalReference ? listed : [...listed, known];
    },
    readSale: async (id) => {
      const payment = await read(id);
      // It is of another account, perhaps.
      if (!payment) throw asaasUnavailable(new Error('a payment that is not there'));
      const { installment } = payment;
      if (installment === undefined) return [payment];
      return (await listBy(client, { installment })).filter((one) => one.installment === installment);
    },
    read,
    close: async (payments) => {
      for (const { id, state } of payments) if (state === 'OPEN') await deletePayment(client, id, read);
    },
    readCode: async (id) => {
      const path = `/payments/${encodeURIComponent(id)}/pixQrCode`;
      const body = await client.accepted({ operation: 'read_code', method: 'GET', path, isRepeatable: true });
      const code = asaasText(asaasFields(body)['payload']);
      if (code === undefined) throw asaasUnavailable(new Error('an answer without a code'));
      return code.trim();
    },
    readPix: async (id) => {
      const path = `/pix/transactions/${encodeURIComponent(id)}`;
      const body = await client.found({ operation: 'read_pix', method: 'GET', path, isRepeatable: true });
      return body === undefined ? undefined : toAsaasPix(body);
    },
  };
}

interface Tools {
  readonly client: AsaasClient;
  readonly customers: AsaasCustomers;
  readonly noteBegun: NoteBegun;
}

async function findOrCreate(
  { customers, noteBegun, ...tools }: Tools,
  order: AsaasPaymentOrder,
): Promise<AsaasPayment> {
  const { externalReference, isNew, givesWay = false } = order;
  const client = givesWay ? tools.client.givingWay() : tools.client;
  const known = isNew ? undefined : await findFirst(client, externalReference);
  if (known) return known;
  const customer = order.customer ?? (await customers.findOrCreate(order.debtor, { givesWay }));
  // That of a card is stored before.
  if (order.body.billingType !== 'CREDIT_CARD') await noteBegun(externalReference);
  try {
    return await create(client, order, customer);
  } catch (error) {
    if (!isAppError(error)) throw error;
    // The outcome is unknown: perhaps it was made.
    const made = error.reason === 'ASAAS_UNAVAILABLE' ? await findFirst(client, externalReference) : undefined;
    if (made) return made;
    if (error.metadata['providerCode'] !== 'invalid_customer' || order.customer !== undefined) throw error;
    // The customer that we remember is no longer there.
    return create(client, order, await customers.findOrCreate(order.debtor, { isFresh: true }));
  }
}

async function create(
  client: AsaasClient,
  { externalReference, body }: AsaasPaymentOrder,
  customer: string,
): Promise<AsaasPayment> {
  const path = '/payments';
  const request = { ...body, customer, externalReference };
  const call = { operation: 'create_payment', method: 'POST', path, isRepeatable: false } as const;
  return toAsaasPayment(await client.accepted({ ...call, body: request }));
}

/** The oldest that is not deleted: everybody who asks again finds the same. */
async function findFirst(client: AsaasClient, externalReference: string): Promise<AsaasPayment | undefined> {
  const payments = await listPayments(client, externalReference);
  return payments.find(({ state }) => state !== 'GONE');
}

async function listPayments(client: AsaasClient, externalReference: string): Promise<readonly AsaasPayment[]> {
  const listed = await listBy(client, { externalReference });
  // A filter that is not understood would list the payments of others.
  return listed.filter((payment) => payment.externalReference === externalReference);
}

/** Oldest first. */
async function listBy(client: AsaasClient, filter: Readonly<Record<string, string>>): Promise<readonly AsaasPayment[]> {
  const path = `/payments?${new URLSearchParams({ ...filter, limit: '100' }).toString()}`;
  const body = await client.accepted({ operation: 'find_payments', method: 'GET', path, isRepeatable: true });
  return asaasList(asaasFields(body)['data']).map(toAsaasPayment).toReversed();
}

async function deletePayment(client: AsaasClient, id: string, read: AsaasPayments['read']): Promise<void> {
  const path = `/payments/${encodeURIComponent(id)}`;
  try {
    await client.found({ operation: 'delete_payment', method: 'DELETE', path, isRepeatable: true });
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'ASAAS_REFUSED') throw error;
    // Paid or deleted a moment before.
    if ((await read(id))?.state === 'OPEN') throw error;
  }
}
