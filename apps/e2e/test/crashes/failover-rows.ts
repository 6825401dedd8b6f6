import { startAsaasStandIn, type AsaasStandIn } from '@pitanga/testing';
import { callbackBaseUrl } from '../provider-servers';
import type { Attempt, Row } from './crash';
import { openEfiMerchant, type EfiMerchant } from './efi-rows';
import { aBuyer, randomKey, type Merchant } from './merchant';
import { idOf } from './stripe-parts';

/** A merchant whose boletos are made at Efí and, where it does not answer, at Asaas. */
export interface FailoverMerchant extends EfiMerchant {
  readonly asaas: AsaasStandIn;
}

export async function openFailoverMerchant(merchant: Merchant): Promise<FailoverMerchant> {
  const own = await openEfiMerchant(merchant, 'davi');
  const asaas = await startAsaasStandIn(() => merchant.clock.now());
  const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
  const account = { apiKey, apiBaseUrl, ca, environment: 'SANDBOX', callbackBaseUrl, methods: ['BOLETO'] };
  await own.post('/v2/providers/connect', { provider: 'ASAAS', settings: account });
  const stop = async (): Promise<void> => {
    await Promise.all([own.stop(), asaas.stop()]);
  };
  return { ...own, asaas, stop };
}

/** Efí makes the boleto and its answer is lost, so that Asaas is asked: in the end one of the two is open, or none. */
function boleto({ efi, asaas, ...merchant }: FailoverMerchant): Attempt {
  const externalId = randomKey();
  const before = new Set<unknown>([...efi.books.charges, ...asaas.books.payments]);
  const open = () =>
    efi.books.charges.filter((one) => !before.has(one) && one.status === 'waiting').length +
    asaas.books.payments.filter((one) => !before.has(one) && !one.deleted).length;
  const data = { amount: 5_000, externalId, customer: aBuyer() };
  let isLost = false;
  efi.beforeAnswer = async (asked) => {
    if (isLost || !/^POST \/v1\/charge\/\d+\/pay$/.test(asked)) return;
    isLost = true;
    await new Promise(() => undefined);
  };
  return {
    send: merchant.keyed('/v2/transparents/create', { method: 'BOLETO', data }),
    ours: async () => {
      const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
      expect(charges.length).toBeLessThan(2);
      return charges.length === 1 ? 'OPEN' : 'NONE';
    },
    theirs: () => (open() > 0 ? 'OPEN' : 'NONE'),
    effects: open,
    done: 'OPEN',
    undone: 'NONE',
    identify: idOf,
  };
}

/** On a store that has Efí first and Asaas second. */
export const failoverRows: readonly Row<FailoverMerchant>[] = [
  {
    process: 'billing',
    provider: 'asaas',
    call: 'Failover: a boleto is made at the next account',
    request: /^POST \/payments$/,
    begin: boleto,
  },
];
