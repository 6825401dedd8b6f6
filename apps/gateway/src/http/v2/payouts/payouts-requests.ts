import { required, toWire, type PayoutKind } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import { payoutRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../../deps';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { orderMoney, payoutAsker } from '../../both-versions/money-orders';
import { list, ok } from '../envelope';
import { pageRequest } from '../lists';
import type { PayoutCreate, PixGet, PixList } from './payouts-schemas';

/** A payouts of before TED refuses this pair, and would take a TED without one for a Pix to the holder's tax id. */
const noPixKey = { pixKey: '', pixKeyType: 'BANK_ACCOUNT' };

/** Withdrawals and Pix sends are the same operations on two kinds of payout. */
export async function createByKind(
  deps: Deps,
  request: FastifyRequest,
  body: Static<typeof PayoutCreate>,
  kind: PayoutKind,
) {
  const { amount: amountCents, externalId = '', description } = body;
  const { tenant } = principal(request);
  const receiver = await findReceiver(deps, request, body, kind);
  const payout = await orderMoney(deps, request, { kind: 'PAYOUT', amountCents, ...receiver }, async () => {
    const asker = await payoutAsker(deps, request);
    const asked = {
      tenant,
      ...asker,
      kind,
      externalId,
      amountCents,
      description,
      ...receiver,
      ...('bankAccount' in receiver && noPixKey),
    };
    return required((await deps.clients.payouts.createPayout(asked, callContext(request))).payout, 'payout');
  });
  return ok(payoutRecord(payout));
}

export async function getByKind(
  { clients }: Deps,
  request: FastifyRequest,
  { id, externalId, subAccountId }: Static<typeof PixGet>,
  kind: PayoutKind,
) {
  if (id === undefined && externalId === undefined) throw invalidArgument('Send at least one of id or externalId');
  const asked = { tenant: principal(request).tenant, kind, id, externalId, subAccountId };
  const { payout } = await clients.payouts.getPayout(asked, callContext(request));
  return ok(payoutRecord(required(payout, 'payout')));
}

export async function listByKind(
  { clients, clock }: Deps,
  request: FastifyRequest,
  query: Static<typeof PixList>,
  kind: PayoutKind,
) {
  const { tenant } = principal(request);
  const { id, externalId, status, approval, subAccountId } = query;
  const { payouts, page } = await clients.payouts.listPayouts(
    {
      tenant,
      page: pageRequest(query, clock.now(tenant)),
      kind,
      id,
      externalId,
      subAccountId,
      status: wireFilter('PAYOUT_STATUS', status),
      approval: wireFilter('PAYOUT_APPROVAL_STATUS', approval),
    },
    callContext(request),
  );
  return list(page, payouts.map(payoutRecord));
}

type Asked = Static<typeof PayoutCreate>;

/** A Pix key or, of a TED, a bank account with the name of the store's holder. */
async function findReceiver({ stores }: Deps, request: FastifyRequest, body: Asked, kind: PayoutKind) {
  const { method = 'PIX', bankAccount, pix, pixKey, pixKeyType } = body;
  if (method === 'PIX') {
    if (bankAccount) throw invalidArgument("Property 'bankAccount' is of the method TED");
    return toReceiver(body, kind);
  }
  if (!bankAccount) throw invalidArgument("Property 'bankAccount' is missing");
  if (pix !== undefined || pixKey !== undefined || pixKeyType !== undefined) {
    throw invalidArgument("Properties 'bankAccount' and 'pix' should not be used together");
  }
  const { legalName, name } = await stores.get({ tenant: principal(request).tenant });
  const { accountType, ...account } = bankAccount;
  return {
    bankAccount: { ...account, type: toWire('BANK_ACCOUNT_TYPE', accountType) },
    holderName: legalName ?? name,
  };
}

/** The Pix key, nested or flat; a withdrawal without one goes to the account's own document. */
function toReceiver({ pix, pixKey, pixKeyType }: Asked, kind: PayoutKind) {
  if (pix) {
    if (pixKey !== undefined || pixKeyType !== undefined) {
      throw invalidArgument("Properties 'pix' and 'pixKey' should not be used together");
    }
    return { pixKey: pix.key, pixKeyType: pix.type };
  }
  const isLeftOut = pixKey === undefined && pixKeyType === undefined && kind === 'PAYOUT_KIND_WITHDRAW';
  if (!isLeftOut && pixKey === undefined) throw invalidArgument("Property 'pixKey' is missing");
  if (!isLeftOut && pixKeyType === undefined) throw invalidArgument("Property 'pixKeyType' is missing");
  return { pixKey, pixKeyType };
}
