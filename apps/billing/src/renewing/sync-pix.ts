import type { Tenant } from '@pitanga/core';
import { findAuthorizationAtBank, findAuthorizationByTxid } from '../authorizations/authorization-repository';
import { findDebit } from '../debits/debit-repository';
import type { Deps } from '../deps';
import { syncAuthorization } from '../subscribing/sync-authorization';
import { syncDebit } from './sync-debit';
import { findNoticeToken, isBoletoName } from '../syncs/pix-sync';
import type { SyncOutcome } from '../syncs/sync';
import { readEfiNotice } from './read-efi-notice';
import { syncBankBoleto } from '../charging/sync-bank-boleto';
import { syncPixCharge } from '../charging/sync-pix-charge';

/** Reads from its bank what the bank calls by this name: a debit, an authorisation or a charge. */
export async function syncPix(deps: Deps, tenant: Tenant, name: string): Promise<SyncOutcome> {
  const token = findNoticeToken(name);
  if (token !== undefined) return readEfiNotice(deps, tenant, token);
  const debit = await findDebit(deps.db, tenant, name);
  if (debit) return syncDebit(deps, tenant, debit);
  const atBank = await findAuthorizationAtBank(deps.db, tenant, name);
  if (atBank) return syncAuthorization(deps, tenant, atBank);
  if (isBoletoName(name)) return syncBankBoleto(deps, tenant, name);
  const outcome = await syncPixCharge(deps, tenant, name);
  if (outcome.kind !== 'UNKNOWN') return outcome;
  const begun = await findAuthorizationByTxid(deps.db, tenant, name);
  if (!begun) return outcome;
  // Once the bank has it, its polls have the bank's name.
  return begun.authorizationId === undefined ? syncAuthorization(deps, tenant, begun) : { kind: 'SETTLED' };
}
