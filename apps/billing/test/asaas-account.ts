import type { Tenant } from '@pitanga/core';
import type { AsaasStandIn } from '@pitanga/testing';
import { call, type Billing } from './billing-harness';

/** What an owner would give for this account. */
export function asaasSettings({ apiKey, baseUrl: apiBaseUrl, ca }: AsaasStandIn, over: object = {}): string {
  const callbackBaseUrl = 'https://callbacks.pitanga.test';
  return JSON.stringify({ apiKey, environment: 'SANDBOX', apiBaseUrl, ca, callbackBaseUrl, ...over });
}

export async function configureAsaas(billing: Billing, asaas: AsaasStandIn, storeId: string, over: object = {}) {
  const request = { storeId, settingsJson: asaasSettings(asaas, over), owner: 'ACCOUNT_OWNER_MERCHANT' as const };
  const { account, webhookFailure } = await billing.asaas.configureAsaasAccount(request, call());
  if (!account) throw new Error('no account');
  return { account, webhookFailure };
}

/** A production store whose Pix and boletos go to this account, whose events reach this billing. */
export async function anAsaasStore(billing: Billing, asaas: AsaasStandIn, over: object = {}): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  await configureAsaas(billing, asaas, tenant.storeId, over);
  asaas.deliver = (sent) => receiveEvent(billing, sent);
  return tenant;
}

/** As the gateway does it: the status that Asaas gets. */
export async function receiveEvent(
  billing: Billing,
  { url, headers, body }: Parameters<AsaasStandIn['deliver']>[0],
): Promise<number> {
  const segment = url.split('/').at(-1) ?? '';
  const event = { segment, token: headers['asaas-access-token'] ?? '', body: Buffer.from(body) };
  return billing.asaas.receiveAsaasEvent(event, call()).then(
    () => 200,
    () => 400,
  );
}
