import { isTaxId, normalizeTaxId } from '@pitanga/core';
import { asaasFields, asaasList, asaasText, asaasUnavailable, type AsaasClient } from '@pitanga/provider-account';

/** Whom the account at Asaas belongs to. */
export interface AsaasOwner {
  readonly taxId: string;
  readonly email: string | undefined;
}

export async function readAsaasOwner(client: AsaasClient): Promise<AsaasOwner> {
  const call = {
    operation: 'read_owner',
    method: 'GET',
    path: '/myAccount/commercialInfo/',
    isRepeatable: true,
  } as const;
  const { cpfCnpj, email } = asaasFields(await client.accepted(call));
  const taxId = asaasText(cpfCnpj);
  if (taxId === undefined || !isTaxId(taxId)) throw asaasUnavailable(new Error('an account without a tax id'));
  return { taxId: normalizeTaxId(taxId), email: asaasText(email) };
}

/** Identifies the account and gives no access to it; it stays when keys are renewed. */
export async function readAsaasAccountId(client: AsaasClient): Promise<string> {
  const call = { operation: 'read_wallet', method: 'GET', path: '/wallets/', isRepeatable: true } as const;
  const id = asaasText(asaasList(asaasFields(await client.accepted(call))['data'])[0]?.['id']);
  if (id === undefined) throw asaasUnavailable(new Error('an account without a wallet'));
  return id;
}
