import { createHash, timingSafeEqual } from 'node:crypto';
import type { Cents, CrossTenant, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { AsaasAccount } from '../asaas-accounts/asaas-account';
import { findAsaasAccountBySegment, noteAsked } from '../asaas-accounts/asaas-account-repository';
import { approveOrder, bindOrder, findOrder } from '../asaas-accounts/asaas-order-repository';
import { isOfAnother, isSameAccount, isWholeAccount } from '../asaas/bank-accounts';
import { isSameKey, parseWithdrawalAsk, type ReturnedPix, type WithdrawalAsk } from '../asaas/withdrawal-ask';
import type { Deps, TxDeps } from '../deps';
import { callbackNotSigned, callbackUnknown } from '../payout-accounts/payout-account-errors';
import { isOnItsWay, type ActivePayout } from '../payouts/payout';
import { isSendingAmount } from '../payouts/payout-queries';
import { lockPayout, makePayoutDue } from '../payouts/payout-repository';
import type { BankTarget } from '../provider/payout-provider';
import { findStoreSettings } from '../store-settings/store-settings-repository';

/** Undefined: it may leave. Else why not, one sentence, which Asaas shows the owner of the account. */
type Refusal = string | undefined;

/** What is answered: a refusal or none, or that the ask is about a refund, which is billing's to decide. */
export type WithdrawalAnswer =
  | { readonly kind: 'ANSWERED'; readonly refusal: Refusal }
  | ({
      readonly kind: 'REFUND';
      readonly storeId: string;
      readonly returnId: string;
      readonly amountCents: Cents;
    } & ReturnedPix);

/** From an approval to the first look whether it has left: a Pix takes seconds. */
const readAfterMs = 5_000;

/**
 * Answers whether money may leave an Asaas account, from the database alone. Asaas knows no repeats, so this is where a payout
 * is sent once: the first order that is known for it may leave, whenever and however often it is asked about, and no other one.
 * What was never sent from here may not, unless the owner allowed it. What is approved is stored before the answer.
 *
 * @throws AppError NOT_FOUND for an unknown segment, UNAUTHENTICATED for another token
 */
export async function answerWithdrawal(
  deps: Deps,
  all: CrossTenant,
  { segment, token, body }: { readonly segment: string; readonly token: string; readonly body: Uint8Array },
): Promise<WithdrawalAnswer> {
  const found = await findAsaasAccountBySegment(deps.db, all, deps.sealer, segment);
  if (!found) throw callbackUnknown();
  const { tenant, account } = found;
  if (!isSame(token, account.settings.validationToken)) throw callbackNotSigned();
  const ask = parseWithdrawalAsk(body);
  if (ask?.returned && ask.amountCents !== undefined) {
    await noteAsked(deps.db, tenant, deps.clock.real());
    const { orderId: returnId, amountCents, returned } = ask;
    return { kind: 'REFUND', storeId: tenant.storeId, returnId, amountCents, ...returned };
  }
  const refusal = await transact(deps, async (tx) => {
    await noteAsked(tx.db, tenant, tx.clock.real());
    return ask ? judge(tx, tenant, account, ask) : 'O Pitanga não conhece este tipo de saída.';
  });
  const { type, orderId, payoutId } = ask ?? {};
  if (refusal !== undefined)
    deps.log.warn({ storeId: tenant.storeId, type, orderId, payoutId }, 'a withdrawal at Asaas was refused');
  return { kind: 'ANSWERED', refusal };
}

/** Digests are of one length, so that neither token's length shows. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

async function judge(tx: TxDeps, tenant: Tenant, account: AsaasAccount, ask: WithdrawalAsk): Promise<Refusal> {
  const known = await findOrder(tx.db, tenant, ask.orderId);
  const payoutId = known?.payoutId ?? ask.payoutId;
  if (payoutId === undefined) return judgeForeign(tx, tenant, account, ask);
  const payout = await lockPayout(tx.db, tenant, tx.sealer, payoutId);
  if (!payout) return 'O Pitanga não conhece esta saída.';
  const holder = payout.target.type === 'BANK_ACCOUNT' ? await findStoreSettings(tx.db, tenant, tx.sealer) : undefined;
  const isBound = known !== undefined;
  const refusal = judgeOwn(account, payout, ask, { isBound, holderTaxId: holder?.holderTaxId });
  if (refusal !== undefined) return refusal;
  const now = tx.clock.real();
  const bound = await bindOrder(tx.db, tenant, { payoutId, orderId: ask.orderId }, now);
  if (bound.orderId !== ask.orderId) return 'O Pitanga já enviou este pagamento por outra transferência.';
  await approveOrder(tx.db, tenant, ask.orderId, now);
  await makePayoutDue(tx.db, tenant, payoutId, new Date(now.getTime() + readAfterMs));
  return undefined;
}

interface Known {
  /** The order is known from the answer to ours: where Asaas does not name the receiver, it is the one that we gave it. */
  readonly isBound: boolean;
  /** Whose bank account it goes to; known of a TED alone. */
  readonly holderTaxId: string | undefined;
}

function judgeOwn(account: AsaasAccount, payout: ActivePayout, ask: WithdrawalAsk, known: Known): Refusal {
  if (payout.provider !== account.name || !isOnItsWay(payout)) return 'Este pagamento não está em envio no Pitanga.';
  if (ask.amountCents !== payout.amountCents) return 'O valor não é o do pagamento no Pitanga.';
  const isCode = payout.target.type === 'BR_CODE';
  if (ask.type !== (isCode ? 'PIX_QR_CODE' : 'TRANSFER')) return 'O tipo não é o do pagamento no Pitanga.';
  // A code says where it leads only to the bank that it belongs to.
  if (isCode) return undefined;
  if (payout.target.type === 'BANK_ACCOUNT') return judgeAccount(payout.target.account, ask, known);
  const isReceiver = ask.pixKey === undefined ? known.isBound : isSameKey(payout.target, ask.pixKey);
  return isReceiver ? undefined : 'A chave Pix não é a do pagamento no Pitanga.';
}

/** Only a TED names its holder to the receiving bank. */
function judgeAccount(
  target: BankTarget,
  { operationType, pixKey, account }: WithdrawalAsk,
  { isBound, holderTaxId }: Known,
): Refusal {
  const isTed = operationType === undefined ? isBound : operationType === 'TED';
  const isKnown = isSameAccount(target, account) && (isBound || isWholeAccount(target, account));
  const isOwn = isKnown && !isOfAnother(account, holderTaxId);
  return isTed && isOwn && pixKey === undefined ? undefined : 'A conta não é a do pagamento no Pitanga.';
}

/** What the owner or others do at Asaas itself. */
async function judgeForeign(
  { db }: TxDeps,
  tenant: Tenant,
  account: AsaasAccount,
  ask: WithdrawalAsk,
): Promise<Refusal> {
  if (ask.type === 'PIX_REFUND') return 'O Asaas não diz o valor deste estorno.';
  if (account.settings.ownTransfers !== 'ALLOW') return 'Esta saída não foi pedida no Pitanga.';
  // One of ours would look like this, if Asaas left out what names its payout.
  const isPix = ask.type === 'TRANSFER' || ask.type === 'PIX_QR_CODE';
  const mayBeOurs = isPix && (await isSendingAmount(db, tenant, ask.amountCents));
  return mayBeOurs ? 'Há um pagamento deste valor em envio no Pitanga.' : undefined;
}
