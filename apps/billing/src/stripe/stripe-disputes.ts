import { cents, type Cents } from '@pitanga/core';
import type Stripe from 'stripe';
import type { DisputeEvidence, DisputeReason } from '../disputes/dispute';
import { disputeFileName, type DisputeFileKind } from '../disputes/dispute-file';
import type {
  DisputeAnswerOrder,
  DisputeCapabilities,
  DisputeDocument,
  DisputeProvider,
  DisputeReading,
} from '../provider/dispute-provider';
import type { StripeClient } from './stripe-client';
import { orMissing } from './stripe-errors';
import { stripeMethods } from './stripe-config';
import { chargeIdIn, stripeName } from './stripe-metadata';

/** A dispute as Stripe has it. */
export interface StripeDispute {
  /** du_… */
  readonly id: string;
  /** Our id; undefined for a payment that another store or others made in the account. */
  readonly chargeId: string | undefined;
  /** Undefined for an inquiry or a prevented dispute: no money has moved. */
  readonly state: DisputeReading | undefined;
  readonly amountCents: Cents;
  readonly reason: DisputeReason;
  readonly providerCode: string;
  readonly dueBy: Date | undefined;
}

const states: Readonly<Record<string, DisputeReading>> = {
  needs_response: 'NEEDS_ANSWER',
  under_review: 'UNDER_REVIEW',
  won: 'WON',
  lost: 'LOST',
};

const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'FRAUDULENT',
  unrecognized: 'UNRECOGNIZED',
  duplicate: 'DUPLICATE',
  product_not_received: 'PRODUCT_NOT_RECEIVED',
  product_unacceptable: 'PRODUCT_UNACCEPTABLE',
  credit_not_processed: 'CREDIT_NOT_PROCESSED',
  subscription_canceled: 'SUBSCRIPTION_CANCELLED',
};

/** The metadata of a dispute that names the last answer it has. */
const answerKey = 'pitanga_answer';

/** Undefined when the account has no such dispute. */
export async function readStripeDispute(client: StripeClient, id: string): Promise<StripeDispute | undefined> {
  const dispute = await orMissing(retrieve(client, id));
  return dispute && toDispute(client.storeId, dispute);
}

function retrieve(client: StripeClient, id: string): Promise<Stripe.Dispute> {
  return client.request({
    operation: 'read_dispute',
    run: (stripe, options) => stripe.disputes.retrieve(id, { expand: ['payment_intent'] }, options),
  });
}

function toDispute(storeId: string, dispute: Stripe.Dispute): StripeDispute {
  const { payment_intent: intent, evidence_details: details } = dispute;
  return {
    id: dispute.id,
    chargeId: intent === null || typeof intent === 'string' ? undefined : chargeIdIn(storeId, intent.metadata),
    state: states[dispute.status],
    amountCents: cents(dispute.amount),
    reason: reasons[dispute.reason] ?? 'GENERAL',
    providerCode: dispute.reason,
    dueBy: details.due_by === null ? undefined : new Date(details.due_by * 1_000),
  };
}

/** One page of an account's disputes, newest first: their ids and states. */
export async function listStripeDisputes(
  client: StripeClient,
  { since, after }: { readonly since: Date; readonly after: string | undefined },
): Promise<{ readonly disputes: readonly Pick<StripeDispute, 'id' | 'state'>[]; readonly hasMore: boolean }> {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const { data, has_more: hasMore } = await client.request({
    operation: 'list_disputes',
    run: (stripe, options) =>
      stripe.disputes.list({ created, limit: 100, ...(after !== undefined && { starting_after: after }) }, options),
  });
  return { disputes: data.map(({ id, status }) => ({ id, state: states[status] })), hasMore };
}

export function createStripeDisputeProvider(client: StripeClient): DisputeProvider {
  return {
    name: stripeName,
    methods: stripeMethods,
    capabilities: disputeCapabilities,
    answerDispute: (order) => answer(client, order),
  };
}

/** The field of evidence for each kind of file: it takes one. */
const fileFields = {
  RECEIPT: 'receipt',
  CUSTOMER_COMMUNICATION: 'customer_communication',
  CUSTOMER_SIGNATURE: 'customer_signature',
  SHIPPING: 'shipping_documentation',
  SERVICE: 'service_documentation',
  REFUND_POLICY: 'refund_policy',
  CANCELLATION_POLICY: 'cancellation_policy',
  DUPLICATE_CHARGE: 'duplicate_charge_documentation',
  OTHER: 'uncategorized_file',
} as const satisfies Readonly<Record<DisputeFileKind, keyof Stripe.DisputeUpdateParams.Evidence>>;

const disputeCapabilities: DisputeCapabilities = {
  canDraft: true,
  takesTexts: true,
  takesDocuments: true,
  documentsMax: Object.keys(fileFields).length,
  documentsOfKindMax: 1,
  // What banks take through Stripe (docs/stripe-accounts.md).
  bytesMax: 4_500_000,
  answersMax: 1,
};

/** Reads first: Stripe keeps an idempotency key for a day, and a job may come back later than that. */
async function answer(client: StripeClient, order: DisputeAnswerOrder): Promise<DisputeReading> {
  const { answerId, reference, evidence, documents, isSubmitted } = order;
  const known = await retrieve(client, reference);
  if (known.metadata[answerKey] === answerId) return toReading(known);
  const files: Partial<Record<(typeof fileFields)[DisputeFileKind], string>> = {};
  // One after the other: a file is in memory while it is sent.
  for (const document of documents) files[fileFields[document.kind]] = await uploadOnce(client, document);
  const params = {
    evidence: { ...evidenceParams(evidence), ...files },
    submit: isSubmitted,
    metadata: { [answerKey]: answerId },
  };
  const answered = await client.request({
    operation: 'answer_dispute',
    idempotencyKey: `dispute-answer-${answerId}`,
    run: (stripe, options) => stripe.disputes.update(reference, params, options),
  });
  return toReading(answered);
}

/** Stripe's id of a file; it gets none of the names that the merchant gave. */
async function uploadOnce(client: StripeClient, document: DisputeDocument): Promise<string> {
  const { id, contentType: type, reference } = document;
  if (reference !== undefined) return reference;
  const file = { data: await document.read(), name: disputeFileName({ id, contentType: type }), type };
  const uploaded = await client.request({
    operation: 'upload_dispute_file',
    idempotencyKey: `dispute-file-${id}`,
    run: (stripe, options) => stripe.files.create({ purpose: 'dispute_evidence', file }, options),
  });
  await document.keepReference(uploaded.id);
  return uploaded.id;
}

function toReading({ status }: Stripe.Dispute): DisputeReading {
  return states[status] ?? 'UNDER_REVIEW';
}

/** Stripe takes communication and policy as files only; their texts go where it takes any text. */
function evidenceParams(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const { productDescription, customerCommunication, refundPolicy, trackingNumber, carrier, explanation } = evidence;
  const uncategorized = [explanation, customerCommunication].filter((text) => text !== undefined).join('\n\n');
  return {
    ...(productDescription !== undefined && { product_description: productDescription }),
    ...(refundPolicy !== undefined && { refund_policy_disclosure: refundPolicy }),
    ...(trackingNumber !== undefined && { shipping_tracking_number: trackingNumber }),
    ...(carrier !== undefined && { shipping_carrier: carrier }),
    ...(uncategorized !== '' && { uncategorized_text: uncategorized }),
  };
}
