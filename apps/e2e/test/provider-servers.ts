/**
 * The banks and providers that the end-to-end tests call: the same independent servers that judge the adapters in the
 * services' own tests, so that a fault which one suite finds is there for the other.
 */
/* eslint-disable @nx/enforce-module-boundaries -- test servers stay beside the adapters that they judge */
import type { FakeBank } from '../../billing/test/fake-bank';

export { startFakeBank, type FakeBank } from '../../billing/test/fake-bank';
export { mannersOf } from '../../billing/test/fake-bank-manners';
export { startInter, type InterAccount } from '../../billing/test/inter-account';
export { startFakeStripe, type FakeStripe } from '../../billing/test/fake-stripe';
export { startFakeProvider, type FakeProvider } from '../../payouts/test/fake-provider';

/** Public, so that providers register it; their servers here call the platform at its own address. */
export const callbackBaseUrl = 'https://callbacks.loja.example';

/** What an owner connects the bank with. */
export function bankSettings({ baseUrl, tokenUrl, clientId, clientSecret, books, client, ca }: FakeBank) {
  return {
    ...{ baseUrl, tokenUrl, clientId, clientSecret, pixKey: books.pixKey },
    ...{ certificate: client.certificate, privateKey: client.privateKey, ca: ca.certificate },
    ...{ conta: '997182', tipoConta: 'CORRENTE', agencia: '1234', reportsPayerTaxId: true },
    callbackBaseUrl,
  };
}
