import type { AccountOwner, AppError, Tenant } from '@pitanga/core';
import {
  afterFailure,
  afterRead,
  isRefusal,
  orderSettlesMs,
  sendOrder,
  type NextStep,
} from '@pitanga/provider-account';
import type { Deps } from '../deps';
import { toRefundFailure, type RefundReading } from '../provider/refund-reading';
import type { Refund } from '../refunds/refund';
import { markTakenBack, postponeRefund } from '../refunds/refund-repository';
import { concludeRefund } from './conclude-refund';
import { runApprovalStep } from './decide-refund';
import { moveRefund } from './move-refund';
import { refundProviderFor } from './refund-provider';
import { reserveRefund, takeBackRefund } from './reserve-refund';

/** Longer than a provider may take to answer: a refund whose sender crashed is read after it. */
const sendLeaseMs = 60_000;

/**
 * Does the present step of a refund for a job: one that fails is done again later, but a refused reserve makes the refund
 * FAIL. Any number of workers may do this at once and again: the ledger recognizes a repeat by the id, and only the worker
 * that moves a refund to WATCH sends it.
 */
export async function tryRefundStep(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  try {
    await runRefundStep(deps, tenant, refund);
  } catch (error) {
    // Only the refusal of a reserve is certain: that of a later step may be of a read, and proves nothing.
    if (refund.step === 'RESERVE' && isRefusal(error)) await failReserve(deps, tenant, refund, error);
    else await retryLater(deps, tenant, refund, error);
  }
}

async function runRefundStep(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  switch (refund.step) {
    case 'RESERVE':
      await reserveRefund(deps, tenant, refund);
      return;
    case 'APPROVE':
      await runApprovalStep(deps, tenant, refund);
      return;
    case 'SEND':
      return send(deps, tenant, refund);
    case 'WATCH':
      return watch(deps, tenant, refund);
    case 'TAKE_BACK':
      return takeBackRefund(deps, tenant, refund);
    case 'KEY':
    case 'DONE':
      return;
  }
}

/** Nothing when another worker has reserved the money in the meantime. */
async function failReserve(deps: Deps, tenant: Tenant, refund: Refund, error: AppError): Promise<void> {
  const { failureReason: refusal } = toRefundFailure(error);
  let current = refund;
  try {
    if (!(await markTakenBack(deps.db, tenant, refund.id, refusal))) return;
    current = { ...refund, step: 'TAKE_BACK', refusal };
    await takeBackRefund(deps, tenant, current);
  } catch (takeBackError) {
    await retryLater(deps, tenant, current, takeBackError);
  }
}

async function send(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  if (refund.refusal !== undefined) return failRefused(deps, tenant, refund);
  const provider = await refundProviderFor(deps, tenant, refund);
  if (refund.account === undefined && isOthers(refund, provider)) {
    const refused = await moveRefund(deps, tenant, refund, { refusal: 'ACCOUNT_CHANGED' }, later(deps, sendLeaseMs));
    if (refused) await failRefused(deps, tenant, refused);
    return;
  }
  const watched = { step: 'WATCH', account: provider.account, sentAt: deps.clock.real(), attempts: 0 } as const;
  // Before it is sent: from here on a crash or another worker only reads it.
  const sent = await moveRefund(deps, tenant, refund, watched, later(deps, sendLeaseMs));
  if (!sent) return;
  try {
    const next = await sendOrder(
      refund,
      () => provider.send(sent),
      () => provider.read(sent),
    );
    await follow(deps, tenant, sent, next);
  } catch (error) {
    await retryLater(deps, tenant, sent, error, 'SEND');
  }
}

/** Whether another owner's account would send what was held, or taken, by this one's. */
function isOthers({ accountOwner }: Refund, { owner }: { readonly owner: AccountOwner | undefined }): boolean {
  return accountOwner !== undefined && owner !== undefined && owner !== accountOwner;
}

async function watch(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const provider = await refundProviderFor(deps, tenant, refund);
  const reading = await provider.read(refund);
  await follow(deps, tenant, refund, afterRead(refund, reading, deps.clock.real()));
}

async function follow(deps: Deps, tenant: Tenant, refund: Refund, next: NextStep<RefundReading>): Promise<void> {
  switch (next.kind) {
    case 'END':
      await concludeRefund(deps, tenant, refund, next.end);
      return;
    case 'REFUSED': {
      // Before the hold is released for it: after a crash between the two it is not sent again.
      const { failureReason: refusal, providerCode } = toRefundFailure(next.refusal);
      const refused = await moveRefund(deps, tenant, refund, { refusal, providerCode }, later(deps, orderSettlesMs));
      if (refused && next.isCertain) await failRefused(deps, tenant, refused);
      return;
    }
    case 'FAIL':
      return failRefused(deps, tenant, refund);
    case 'SEND_AGAIN':
      await moveRefund(deps, tenant, refund, { step: 'SEND', sentAt: next.sentAt }, deps.clock.real());
      return;
    case 'WAIT':
      return postponeRefund(deps.db, tenant, refund, next, later(deps, next.afterMs));
  }
}

async function failRefused(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const { refusal: failureReason, providerCode } = refund;
  await concludeRefund(deps, tenant, refund, { status: 'FAILED', reference: undefined, failureReason, providerCode });
}

async function retryLater(
  deps: Deps,
  tenant: Tenant,
  refund: Refund,
  err: unknown,
  step: string = refund.step,
): Promise<void> {
  deps.log.warn({ err, refundId: refund.id, step }, 'refund step failed, tried again later');
  await follow(deps, tenant, refund, afterFailure(refund));
}

function later({ clock }: Deps, delayMs: number): Date {
  return new Date(clock.real().getTime() + delayMs);
}
