import { subtractCents, zeroCents, type AccountOwner } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  fromReais,
  type AsaasClient,
  type AsaasFields,
} from '@pitanga/provider-account';
import type { ReceivedPage, ReceivedPix } from '../provider/pix-provider';
import { toAsaasPix } from './asaas-payment';
import type { AsaasPayments } from './asaas-payments';

const pageSize = 100;

/** Typed by hand or by key, or paid by a static code. A dynamic code is of a payment at Asaas, ours or another's. */
const unaskedOrigins: ReadonlySet<unknown> = new Set(['MANUAL', 'ADDRESS_KEY', 'STATIC_QRCODE']);

export interface AsaasReceived {
  /** Pix that came to the account without a payment that asked for them, the newest first. */
  readonly list: (window: { readonly from: Date; readonly until: Date }, page: number) => Promise<ReceivedPage>;
  /** One of them; undefined where the account has not received it so. */
  readonly read: (endToEndId: string) => Promise<ReceivedPix | undefined>;
}

export interface AsaasReceivedDeps {
  readonly client: AsaasClient;
  readonly payments: Pick<AsaasPayments, 'read'>;
  readonly owner: AccountOwner | undefined;
}

const rememberedMax = 1_000;

export function createAsaasReceived({ client, payments, owner }: AsaasReceivedDeps): AsaasReceived {
  /** Payments that Asaas made of a Pix: each is asked for once. */
  const unasked = new Set<string>();

  /** Asaas makes a payment of what came without one; a payment that names a cause was asked for by someone. */
  async function isUnasked(paymentId: string | undefined): Promise<boolean> {
    if (paymentId === undefined || unasked.has(paymentId)) return true;
    if ((await payments.read(paymentId))?.externalReference !== undefined) return false;
    if (unasked.size >= rememberedMax) unasked.clear();
    unasked.add(paymentId);
    return true;
  }

  async function toReceived(fields: AsaasFields, from: Date): Promise<readonly ReceivedPix[]> {
    const { type, status, originType, refundedValue } = fields;
    // What comes back of a Pix that the account has sent is a DEBIT_REFUND.
    if (type !== 'CREDIT' || status !== 'DONE' || !unaskedOrigins.has(originType)) return [];
    const pix = toAsaasPix(fields);
    if (!pix || pix.paidAt < from || !(await isUnasked(pix.paymentId))) return [];
    const { endToEndId, amountCents, paidAt, payer } = pix;
    const leftCents = subtractCents(amountCents, fromReais(refundedValue) ?? zeroCents);
    return [{ endToEndId, amountCents, paidAt, payer, owner, txid: undefined, leftCents, isKeyNamed: true }];
  }

  async function ask(by: AsaasClient, filter: Readonly<Record<string, string>>) {
    const path = `/pix/transactions?${new URLSearchParams({ ...filter, limit: String(pageSize) }).toString()}`;
    const body = await by.accepted({ operation: 'list_received', method: 'GET', path, isRepeatable: true });
    const { data, hasMore } = asaasFields(body);
    return { transactions: asaasList(data), hasMore: hasMore === true };
  }

  return {
    list: async ({ from }, page) => {
      const filter = { type: 'CREDIT', status: 'DONE', offset: String(page * pageSize) };
      const { transactions, hasMore } = await ask(client.within('LIST'), filter);
      const payments: ReceivedPix[] = [];
      for (const fields of transactions) payments.push(...(await toReceived(fields, from)));
      // The list has no window: its pages go back in time, and new Pix move others to later pages.
      const isBefore = (toAsaasPix(transactions.at(-1))?.paidAt ?? from) < from;
      return { payments, isLast: !hasMore || isBefore };
    },
    read: async (endToEndId) => {
      const { transactions } = await ask(client, { endToEndIdentifier: endToEndId });
      const same = transactions.find((fields) => asaasText(fields['endToEndIdentifier']) === endToEndId);
      return same && (await toReceived(same, new Date(0)))[0];
    },
  };
}
