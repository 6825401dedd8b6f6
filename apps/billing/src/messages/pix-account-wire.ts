import { toWire, type PixAccount as PixAccountMessage } from '@pitanga/contracts';
import { isAppError, maskPixKey, normalizePixKey, type PixKeyType } from '@pitanga/core';
import { lastFour } from '@pitanga/provider-account';
import { callbackUrl, type PixAccount } from '../pix-accounts/pix-account';

/** An account as its owner may see it: nothing that gives access. */
export function pixAccountToWire(account: PixAccount, publicUrl: string): PixAccountMessage {
  const { settings, certificateExpiresAt, owner, updatedAt } = account;
  return {
    baseUrl: settings.baseUrl,
    tokenUrl: settings.tokenUrl,
    clientIdEnds: lastFour(settings.clientId),
    clientSecretEnds: lastFour(settings.clientSecret),
    pixKeyMasked: maskedKey(settings.pixKey),
    headerNames: Object.keys(settings.headers),
    registersWebhook: settings.registerWebhook,
    reportsPayerTaxId: settings.reportsPayerTaxId ?? false,
    takesAutomaticPix: settings.conta !== undefined,
    callbackUrl: callbackUrl(account, publicUrl),
    certificateExpiresAt,
    updatedAt,
    owner: owner && toWire('ACCOUNT_OWNER', owner),
    bank: settings.bank ?? 'OTHER',
    sandbox: settings.sandbox ?? false,
    methods: settings.methods ?? ['PIX'],
    watchesKey: settings.watchesKey ?? true,
  };
}

const keyTypes: readonly PixKeyType[] = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM'];

/** The settings do not say of which type the key is. */
function maskedKey(key: string): string {
  const type = keyTypes.find((candidate) => isOfType(candidate, key));
  return type === undefined ? '***' : maskPixKey(type, key);
}

function isOfType(type: PixKeyType, key: string): boolean {
  try {
    return normalizePixKey(type, key) === key;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}
