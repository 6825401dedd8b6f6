import { bankSettings, callbackBaseUrl } from '../../provider-servers';
import type { Asking } from './asking';
import type { Providers } from './providers';

/** A bank, which is asked first, and Asaas, both the merchant's own. */
export async function connectTwoAccounts(
  store: Asking,
  { first, firstPort, second }: Providers['accounts'],
): Promise<void> {
  const throughLine = (address: string): string => {
    const url = new URL(address);
    url.port = String(firstPort);
    return url.href;
  };
  const { baseUrl, tokenUrl, ...ofBank } = bankSettings(first);
  const { apiKey, baseUrl: apiBaseUrl, ca } = second;
  const bank = { ...ofBank, baseUrl: throughLine(baseUrl), tokenUrl: throughLine(tokenUrl) };
  const asaas = { apiKey, apiBaseUrl, ca, environment: 'SANDBOX', callbackBaseUrl };
  for (const [provider, settings] of [
    ['BACEN_PIX', bank],
    ['ASAAS', asaas],
  ] as const) {
    const request = { operation: 'connect', path: '/v2/providers/connect', body: { provider, settings } };
    if ((await store.untilAnswered(request)) === undefined) throw new Error(`${provider} could not be connected`);
  }
}
