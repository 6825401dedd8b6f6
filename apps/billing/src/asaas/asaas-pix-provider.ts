import { AppError, parseBrCode, saoPauloDay, type AccountOwner } from '@pitanga/core';
import { asaasFields, asaasList, asaasUnavailable, toReais, type AsaasClient } from '@pitanga/provider-account';
import type { PixOrder, PixPayment, PixProvider, PixReading } from '../provider/pix-provider';
import type { RefundOrder } from '../provider/refund-reading';
import { asaasCentsMin, toAsaasPix, type AsaasPayment } from './asaas-payment';
import type { AsaasPayments } from './asaas-payments';
import { createAsaasReceived } from './asaas-received';
import { readRefundAtAsaas, refundAtAsaas } from './asaas-refunds';

/** Stored with each charge of this adapter. */
export const asaasName = 'asaas';

export interface AsaasPixDeps {
  readonly client: AsaasClient;
  readonly payments: AsaasPayments;
  /** Identifies the account. */
  readonly account: string;
  readonly owner: AccountOwner | undefined;
}

const descriptionLengthMax = 140;

/** Pix of a store at its Asaas account: one payment each, found by its txid. */
export function createAsaasPixProvider(deps: AsaasPixDeps): PixProvider {
  const { client, payments, account } = deps;
  const received = createAsaasReceived(deps);
  return {
    name: asaasName,
    account,
    owner: deps.owner,
    // Asaas masks the tax id of a person, so that nothing shows whether the customer paid.
    canEnsureSameTaxId: false,
    // A MED shows at Asaas alone.
    showsDisputes: false,
    isReconciled: true,
    // A code of Asaas can be paid for a year: what has expired here is deleted there.
    rules: { amountCentsMin: asaasCentsMin, endsCodes: false },
    listReceived: received.list,
    slowness: () => client.slowness(),
    readReceived: received.read,
    createPix: async (order) => {
      const { id } = await payments.findOrCreate(toPaymentOrder(order));
      const brCode = await payments.readCode(id);
      checkCode(brCode);
      return { brCode, reference: id };
    },
    readPix: async (txid, reference) => {
      const found = await payments.find(txid, reference);
      return found.length === 0 ? undefined : readPayments(deps, found);
    },
    cancelPix: async (txid, reference) => payments.close(await payments.find(txid, reference)),
    refundPix: async (order) => refundAtAsaas(client, await findRefundedPayment(deps, order), order),
    readPixRefund: async (order) => readRefundAtAsaas(client, await findRefundedPayment(deps, order), order),
  };
}

function toPaymentOrder({ txid, amountCents, expiresAt, description, debtor, isNew = false, givesWay }: PixOrder) {
  return {
    externalReference: txid,
    isNew,
    givesWay,
    debtor,
    body: {
      billingType: 'PIX',
      value: toReais(amountCents),
      dueDate: saoPauloDay(expiresAt),
      description:
        description === undefined ? undefined : Array.from(description).slice(0, descriptionLengthMax).join(''),
    },
  } as const;
}

function checkCode(brCode: string): void {
  try {
    parseBrCode(brCode);
  } catch (error) {
    throw asaasUnavailable(error);
  }
}

async function readPayments(deps: AsaasPixDeps, found: readonly AsaasPayment[]): Promise<PixReading> {
  const read = await Promise.all(found.filter(({ state }) => state === 'PAID').map((paid) => readPaid(deps, paid)));
  const payments = read
    .filter((payment) => payment !== undefined)
    .sort((first, second) => first.paidAt.getTime() - second.paidAt.getTime());
  const reference = found[0]?.id;
  if (payments.length > 0) return { status: 'PAID', reference, payments };
  return { status: found.every(({ state }) => state === 'GONE') ? 'CANCELLED' : 'OPEN', reference, payments };
}

/** Undefined while Asaas does not tell by which Pix it was paid. */
async function readPaid(
  { payments, owner }: AsaasPixDeps,
  { pixTransaction }: AsaasPayment,
): Promise<PixPayment | undefined> {
  const pix = pixTransaction === undefined ? undefined : await payments.readPix(pixTransaction);
  if (!pix) return undefined;
  const { endToEndId, amountCents, paidAt, payer } = pix;
  return { endToEndId, amountCents, paidAt, payer, owner };
}

/** The payment that came by an end-to-end id; a transaction that does not name it is matched with the charge's own. */
async function findRefundedPayment({ client, payments }: AsaasPixDeps, order: RefundOrder): Promise<string> {
  const query = new URLSearchParams({ endToEndIdentifier: order.target, limit: '100' });
  const path = `/pix/transactions?${query.toString()}`;
  const body = await client.accepted({ operation: 'find_pix', method: 'GET', path, isRepeatable: true });
  const found = asaasList(asaasFields(body)['data']).map(toAsaasPix);
  const pix = found.find((transaction) => transaction?.endToEndId === order.target);
  if (pix?.paymentId !== undefined) return pix.paymentId;
  const known = order.chargeReference === undefined ? undefined : await payments.read(order.chargeReference);
  if (pix !== undefined && known?.pixTransaction === pix.id) return known.id;
  throw new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASAAS_REFUSED',
    message: 'Asaas does not know this Pix, or not the payment that it was for',
  });
}
