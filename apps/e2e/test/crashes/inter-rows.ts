import { startInterStandIn, type InterStandIn } from '@pitanga/testing';
import { interSettings } from '../merchants/bank-account';
import type { Attempt, Row } from './crash';
import { boletoOf } from './boleto';
import type { Merchant } from './merchant';

/** A merchant on Inter alone, on the platform of another. */
export interface InterMerchant extends Merchant {
  readonly inter: InterStandIn;
}

export async function openInterMerchant(merchant: Merchant): Promise<InterMerchant> {
  const inter = await startInterStandIn(() => merchant.clock.now());
  const own = { ...(await merchant.anotherStore('dani')), inter, stop: () => inter.stop() };
  const settings = interSettings(inter);
  await own.post('/v2/providers/connect', { provider: 'BACEN_PIX', settings });
  return own;
}

function boleto(merchant: InterMerchant): Attempt {
  const { books } = merchant.inter;
  const before = new Set(books.charges);
  const isPayable = (situation: string): boolean => ['A_RECEBER', 'EM_PROCESSAMENTO'].includes(situation);
  return boletoOf(merchant, () => books.charges.filter((one) => !before.has(one) && isPayable(one.situation)).length);
}

/** On a store that has Inter alone. */
export const interRows: readonly Row<InterMerchant>[] = [
  {
    process: 'billing',
    provider: 'inter',
    call: 'Inter: a boleto is made',
    request: /^POST \S*\/cobrancas$/,
    isFinishedByJobs: false,
    begin: boleto,
  },
];
