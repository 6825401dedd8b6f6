import type { CrossTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { asaasName } from '../asaas/asaas-pix-provider';
import { toAsaasEvent, toUnaskedEvent } from '../asaas/asaas-webhook';
import { toTransferHint, type TransferHint } from '../asaas/asaas-transfer-event';
import { isAsaasToken } from '../asaas-accounts/asaas-account';
import { asaasCallbackUnknown, asaasTokenInvalid } from '../asaas-accounts/asaas-account-errors';
import { findAsaasAccountBySegment } from '../asaas-accounts/asaas-account-repository';
import type { Deps } from '../deps';
import { wakeInbox } from '../key-payments/inbox-repository';
import { recordAsaasEvents, requestAsaasSync } from '../syncs/asaas-sync-repository';

/** Money of this store that leaves through its account has moved: payouts is to read it. */
export type AsaasTransferHint = TransferHint & { readonly storeId: string };

/**
 * Records an event of Asaas and asks for a read of its charge, before it is answered, so that a crash loses none. Its token is
 * a constant and proves nothing of the content, which is never believed. What is about money that leaves is answered, for payouts to
 * read. NOT_FOUND for an unknown segment, INVALID_ARGUMENT for a wrong token; a repeat
 * changes nothing, and any other body is accepted: Asaas would stop its queue for one that is not.
 */
export async function receiveAsaasEvent(
  deps: Deps,
  all: CrossTenant,
  { segment, token, body }: { readonly segment: string; readonly token: string; readonly body: Uint8Array },
): Promise<AsaasTransferHint | undefined> {
  const found = await findAsaasAccountBySegment(deps.db, all, deps.sealer, segment);
  if (!found) throw asaasCallbackUnknown();
  const { tenant, account } = found;
  if (!isAsaasToken(account.webhook, token)) throw asaasTokenInvalid();
  const content = parseJson(body);
  const transfer = toTransferHint(content);
  if (transfer) return { storeId: tenant.storeId, ...transfer };
  const now = deps.clock.real();
  const unasked = toUnaskedEvent(content);
  if (unasked !== undefined) {
    await transact(deps, async (tx) => {
      const recorded = await recordAsaasEvents(tx.db, tenant, [unasked], now);
      if (recorded.has(unasked)) await wakeInbox(tx.db, tenant, asaasName, now);
    });
    return undefined;
  }
  const event = toAsaasEvent(content);
  if (!event) return undefined;
  const { reference: objectId, state } = event.hint;
  await transact(deps, async (tx) => {
    const recorded = await recordAsaasEvents(tx.db, tenant, [event.id, state], now);
    if (recorded.has(event.id)) await requestAsaasSync(tx.db, tenant, { kind: 'PAYMENT', objectId }, now);
  });
  return undefined;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
