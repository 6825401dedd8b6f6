import type { Exchange } from './pay-visit';

/** Whether a request is of the form of a wallet: what is wrong with it is shown at its fields. */
export function isWalletForm({ request }: Pick<Exchange, 'request'>): boolean {
  return request.method === 'POST' && request.url.split('?')[0]?.endsWith('/wallet') === true;
}
