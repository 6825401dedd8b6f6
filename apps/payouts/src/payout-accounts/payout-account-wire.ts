import { X509Certificate } from 'node:crypto';
import { toWire, type PayoutAccount as PayoutAccountMessage } from '@pitanga/contracts';
import { lastFour } from '@pitanga/provider-account';
import { callbackUrl, type PayoutAccount } from './payout-account';

/** An account as its owner may see it: nothing that gives access. */
export function payoutAccountToWire(account: PayoutAccount, publicUrl: string): PayoutAccountMessage {
  const { settings, owner, updatedAt } = account;
  const { certificate } = settings;
  return {
    baseUrl: settings.baseUrl,
    accountId: settings.accountId,
    tokenEnds: lastFour(settings.token),
    callbackSecretEnds: lastFour(settings.callbackSecret),
    callbackUrl: callbackUrl(account, publicUrl),
    certificateExpiresAt: certificate === undefined ? undefined : new Date(new X509Certificate(certificate).validTo),
    updatedAt,
    owner: owner && toWire('ACCOUNT_OWNER', owner),
  };
}
