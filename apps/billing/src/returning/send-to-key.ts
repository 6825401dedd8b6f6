import { normalizePixKey, type Cents, type Tenant } from '@pitanga/core';
import { waitsUntil } from '@pitanga/provider-account';
import type { TxDeps } from '../deps';
import type { Providers } from '../provider/providers';
import { needsKey, type Refund } from '../refunds/refund';
import { boletoNeedsKey, overpaymentGoesWhole, refundNeedsNoKey, refundNotFound } from '../refunds/refund-errors';
import { lockRefund, saveRefund } from '../refunds/refund-repository';
import { approvalOfKey, type JudgedKey, type RefundAsker } from './judge-refund-key';
import { requireProvider } from './refund-provider';

interface KeyInput {
  /** Of the refund. */
  readonly id: string;
  /** As it was given; BOLETO_REFUND_NEEDS_KEY without it. */
  readonly pixKey: Refund['pixKey'];
  /** At most a confirmation: an overpayment goes whole. */
  readonly amountCents?: Cents | undefined;
  readonly asker: RefundAsker;
  readonly judgedKey: JudgedKey;
}

/**
 * Sends an overpayment that waits for a Pix key to this key (docs/behaviour/refunds-and-disputes.md#overpayment-key), or
 * lets it wait for a second person; answers its id.
 */
export async function sendToKey(
  tx: TxDeps,
  tenant: Tenant,
  { id, pixKey, amountCents, asker, judgedKey }: KeyInput,
  providers: Providers,
): Promise<string> {
  const waiting = await lockRefund(tx.db, tenant, tx.sealer, id);
  if (!waiting) throw refundNotFound();
  if (!needsKey(waiting)) throw refundNeedsNoKey();
  if (amountCents !== undefined && amountCents !== waiting.amountCents) throw overpaymentGoesWhole(waiting.amountCents);
  if (!pixKey) throw boletoNeedsKey();
  requireProvider(providers, { rail: 'TRANSFER', provider: waiting.provider });
  const real = tx.clock.real();
  const now = tx.clock.now(tenant);
  const approval = approvalOfKey(judgedKey, waiting, asker, now);
  const ready: Refund = {
    ...waiting,
    status: 'PENDING',
    step: approval ? 'APPROVE' : 'SEND',
    rail: 'TRANSFER',
    pixKey: { type: pixKey.type, key: normalizePixKey(pixKey.type, pixKey.key) },
    failureReason: undefined,
    providerCode: undefined,
    requestedAt: real,
    sentAt: undefined,
    account: undefined,
    refusal: undefined,
    attempts: 0,
    orderNumber: waiting.status === 'FAILED' ? waiting.orderNumber + 1 : waiting.orderNumber,
    requestedBy: asker.requestedBy,
    approval,
    updatedAt: now,
  };
  const waitsMs = approval ? waitsUntil(approval).getTime() - now.getTime() : 0;
  await saveRefund(tx.db, tenant, tx.sealer, waiting, ready, new Date(real.getTime() + waitsMs));
  return id;
}
