import { endOfSaoPauloDay, isAppError, isCalendarDay } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  asaasUnavailable,
  type AsaasClient,
  type AsaasFields,
  type AsaasFile,
} from '@pitanga/provider-account';
import { disputeClosed } from '../disputes/dispute-errors';
import type { DisputeReason } from '../disputes/dispute';
import { disputeFileLimits, disputeFileName } from '../disputes/dispute-file';
import type {
  DisputeAnswerOrder,
  DisputeCapabilities,
  DisputeProvider,
  DisputeReading,
} from '../provider/dispute-provider';
import type { AsaasPayment } from './asaas-payment';
import type { AsaasPayments } from './asaas-payments';
import { asaasName } from './asaas-pix-provider';

/** One payment that the holder of its card disputes; a sale in installments may have several. */
export interface AsaasChargeback {
  /** The payment and the chargeback there: {@link DisputeAnswerOrder.reference}. */
  readonly reference: string;
  readonly state: DisputeReading;
  /** Whether files were given to it: it takes them once. */
  readonly isAnswered: boolean;
  readonly reasonCode: DisputeReason;
  readonly providerCode: string | undefined;
  /** The day on which it began. */
  readonly openedOn: string | undefined;
  /** The end of the last day for files. */
  readonly dueBy: Date | undefined;
}

export interface AsaasDisputes {
  readonly provider: DisputeProvider;
  /** Those of a sale; none is looked for where no payment of it is disputed, unless `isKnown`. */
  read(chargeId: string, isKnown: boolean): Promise<readonly AsaasChargeback[]>;
  /** The payments of the account that wait for an answer, the newest hundred. */
  listWaiting(): Promise<readonly { readonly paymentId: string; readonly reference: string }[]>;
  /** Whose payment it is, in our words. */
  findReference(paymentId: string): Promise<string | undefined>;
}

const capabilities: DisputeCapabilities = {
  canDraft: false,
  takesTexts: false,
  takesDocuments: true,
  documentsMax: 11,
  documentsOfKindMax: undefined,
  // Asaas names no size.
  bytesMax: disputeFileLimits.bytesMax,
  answersMax: 1,
};

/** Disputes of cards at Asaas: files alone, given once. Those of Pix it shows nowhere. */
export function createAsaasDisputes(client: AsaasClient, payments: AsaasPayments): AsaasDisputes {
  return {
    provider: {
      name: asaasName,
      methods: ['CARD'],
      capabilities,
      answerDispute: (order) => answer(client, payments, order),
    },
    read: async (chargeId, isKnown) => {
      const sale = await payments.find(chargeId, undefined);
      // One that was lost is REFUNDED, as one that went back.
      const isPossible = sale.some(({ status }) => disputed.has(status) || status === 'REFUNDED');
      return isKnown || isPossible ? readChargebacks(client, sale) : [];
    },
    findReference: async (id) => (await payments.read(id))?.externalReference,
    listWaiting: async () => {
      const listCall = { operation: 'list_chargebacks', method: 'GET', isRepeatable: true } as const;
      const path = '/chargebacks?status=REQUESTED&limit=100';
      const body = await client.within('LIST').accepted({ ...listCall, path });
      return asaasList(asaasFields(body)['data']).flatMap(({ id, payment }) =>
        typeof id === 'string' && typeof payment === 'string'
          ? [{ paymentId: payment, reference: toReference(payment, id) }]
          : [],
      );
    },
  };
}

const disputed: ReadonlySet<string> = new Set([
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);

/** Reads first, and again after a refusal: Asaas has no keys of idempotency, and takes the files of a chargeback once. */
async function answer(
  client: AsaasClient,
  payments: AsaasPayments,
  { reference, documents }: DisputeAnswerOrder,
): Promise<DisputeReading> {
  const [paymentId = ''] = reference.split('/');
  const sale = await payments.readSale(paymentId);
  const before = await readChargebacks(client, sale);
  const waiting = before.filter(({ state }) => state === 'NEEDS_ANSWER');
  if (waiting.length === 0) return readAnswered(before);
  const files: AsaasFile[] = [];
  for (const document of documents) {
    files.push({ name: disputeFileName(document), type: document.contentType, content: await document.read() });
  }
  for (const one of waiting) await giveFiles(client, sale, one, files);
  return readAnswered(await readChargebacks(client, sale));
}

async function giveFiles(
  client: AsaasClient,
  sale: readonly AsaasPayment[],
  { reference }: AsaasChargeback,
  files: readonly AsaasFile[],
): Promise<void> {
  const [, id = ''] = reference.split('/');
  const path = `/chargebacks/${encodeURIComponent(id)}/dispute`;
  try {
    await client.accepted({ operation: 'answer_dispute', method: 'POST', path, files, isRepeatable: false });
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'ASAAS_REFUSED') throw error;
    const now = (await readChargebacks(client, sale)).find((one) => one.reference === reference);
    // Another call may have given them since.
    if (now?.isAnswered !== true) throw error;
  }
}

/** @throws AppError FAILED_PRECONDITION where it was decided without an answer */
function readAnswered(chargebacks: readonly AsaasChargeback[]): DisputeReading {
  if (!chargebacks.some(({ isAnswered }) => isAnswered)) throw disputeClosed();
  return sumUp(chargebacks);
}

/** Where the dispute of a sale stands: open while one of its chargebacks is, lost when one is. */
export function sumUp(chargebacks: readonly Pick<AsaasChargeback, 'state'>[]): DisputeReading {
  const states = new Set(chargebacks.map(({ state }) => state));
  const order = ['NEEDS_ANSWER', 'UNDER_REVIEW', 'LOST', 'WON'] as const;
  const found = order.find((state) => states.has(state));
  if (found === undefined) throw new Error('a dispute without a chargeback');
  return found;
}

async function readChargebacks(
  client: AsaasClient,
  sale: readonly AsaasPayment[],
): Promise<readonly AsaasChargeback[]> {
  const found = new Map<string, AsaasChargeback>();
  for (const payment of sale) {
    const body = await findChargeback(client, payment);
    if (body === undefined) continue;
    const fields = asaasFields(body);
    const id = asaasText(fields['id']);
    if (id === undefined) throw asaasUnavailable(new Error('an answer that is no chargeback'));
    // One of a whole sale may be shown for each of its payments.
    if (!found.has(id)) found.set(id, toChargeback(payment, id, fields));
  }
  return [...found.values()];
}

/** Undefined for a payment that has none; how Asaas says that is not written down. */
async function findChargeback(client: AsaasClient, { id, status }: AsaasPayment): Promise<unknown> {
  const path = `/payments/${encodeURIComponent(id)}/chargeback`;
  try {
    return await client.found({ operation: 'read_chargeback', method: 'GET', path, isRepeatable: true });
  } catch (error) {
    if (isAppError(error) && error.reason === 'ASAAS_REFUSED' && !disputed.has(status)) return undefined;
    throw error;
  }
}

function toReference(paymentId: string, id: string): string {
  return `${paymentId}/${id}`;
}

function toChargeback(payment: AsaasPayment, id: string, fields: AsaasFields): AsaasChargeback {
  const { reason, deadlineToSendDisputeDocuments: day, disputeStatus } = fields;
  const providerCode = typeof reason === 'string' && /^[A-Z_]{1,64}$/.test(reason) ? reason : undefined;
  return {
    reference: toReference(payment.id, id),
    state: toState(payment, fields),
    isAnswered: asaasText(disputeStatus) !== undefined,
    reasonCode: reasons[providerCode ?? ''] ?? 'GENERAL',
    providerCode,
    openedOn: asaasText(fields['disputeStartDate']),
    dueBy: typeof day === 'string' && isCalendarDay(day) ? endOfSaoPauloDay(day) : undefined,
  };
}

function toState({ status: payment }: AsaasPayment, { status, ...fields }: AsaasFields): DisputeReading {
  const disputeStatus = asaasText(fields['disputeStatus']);
  if (status === 'DISPUTE_LOST' || disputeStatus === 'REJECTED') return 'LOST';
  if (status === 'REVERSED' || disputeStatus === 'ACCEPTED') return 'WON';
  if (status === 'REQUESTED' && disputeStatus === undefined) return 'NEEDS_ANSWER';
  // DONE says that it is over, and not how: the money does.
  if (status === 'DONE' && payment === 'REFUNDED') return 'LOST';
  if (status === 'DONE' && (payment === 'CONFIRMED' || payment === 'RECEIVED')) return 'WON';
  return 'UNDER_REVIEW';
}

/** Asaas has 32 names; the others are no reason of ours. */
const reasons: Readonly<Record<string, DisputeReason>> = {
  FRAUD: 'FRAUDULENT',
  CARD_FRAUD: 'FRAUDULENT',
  ABSENT_CARD_FRAUD: 'FRAUDULENT',
  OTHER_ABSENT_CARD_FRAUD: 'FRAUDULENT',
  SERVICE_NOT_RECEIVED: 'PRODUCT_NOT_RECEIVED',
  SERVICE_DISAGREEMENT_OR_DEFECTIVE_PRODUCT: 'PRODUCT_UNACCEPTABLE',
  RECURRENCE_CANCELED: 'SUBSCRIPTION_CANCELLED',
};
