import { startAsaasStandIn, type AsaasStandIn } from '@pitanga/testing';
import { callbackBaseUrl } from '../provider-servers';
import type { Attempt, Row } from './crash';
import { openEfiMerchant, type EfiMerchant } from './efi-rows';
import { aBuyer, randomKey, type Merchant } from './merchant';
import { idOf } from './stripe-parts';

/** A merchant whose Pix and boletos are made at Efí and, where it does not answer, at Asaas. */
export interface FailoverMerchant extends EfiMerchant {
  readonly asaas: AsaasStandIn;
}

export async function openFailoverMerchant(merchant: Merchant): Promise<FailoverMerchant> {
  const own = await openEfiMerchant(merchant, 'davi');
  const asaas = await startAsaasStandIn(() => merchant.clock.now());
  const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
  const account = { apiKey, apiBaseUrl, ca, environment: 'SANDBOX', callbackBaseUrl, methods: ['PIX', 'BOLETO'] };
  await own.post('/v2/providers/connect', { provider: 'ASAAS', settings: account });
  const stop = async (): Promise<void> => {
    await Promise.all([own.stop(), asaas.stop()]);
  };
  return { ...own, asaas, stop };
}

/** The next request like this is done and never answered. */
function loseAnswer(server: Pick<EfiMerchant['efi'], 'beforeAnswer'>, request: RegExp): void {
  let isLost = false;
  server.beforeAnswer = async (asked) => {
    if (isLost || !request.test(asked)) return;
    isLost = true;
    await new Promise(() => undefined);
  };
}

/** Efí makes the boleto and its answer is lost, so that Asaas is asked: in the end one of the two is open, or none. */
function boleto({ efi, asaas, ...merchant }: FailoverMerchant): Attempt {
  const externalId = randomKey();
  const before = new Set<unknown>([...efi.books.charges, ...asaas.books.payments]);
  const open = () =>
    efi.books.charges.filter((one) => !before.has(one) && one.status === 'waiting').length +
    asaas.books.payments.filter((one) => !before.has(one) && !one.deleted).length;
  const data = { amount: 5_000, externalId, customer: aBuyer() };
  loseAnswer(efi, /^POST \/v1\/charge\/\d+\/pay$/);
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

/** Asaas has made the Pix that Efí was asked for before, and half a minute later it is cancelled there. */
async function orphanPix(merchant: FailoverMerchant): Promise<Attempt> {
  const { bank } = merchant;
  const before = new Set(bank.books.charges());
  loseAnswer(bank, /^PUT \S*\/cob\/\w+$/);
  const { id } = await merchant.post('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000 } });
  const removed = (txid: string) => String((bank.books.getCharge('cob', txid) as Status).status).startsWith('REMOVIDA');
  const cancelled = () => bank.books.charges().filter((txid) => !before.has(txid) && removed(txid)).length;
  return looked(merchant, id, cancelled);
}

/** The same of a boleto, which Efí finds by our id no more once it is cancelled. */
async function orphanBoleto(merchant: FailoverMerchant): Promise<Attempt> {
  const { efi } = merchant;
  const before = new Set(efi.books.charges);
  loseAnswer(efi, /^POST \/v1\/charge\/\d+\/pay$/);
  const data = { amount: 5_000, customer: aBuyer() };
  const { id } = await merchant.post('/v2/transparents/create', { method: 'BOLETO', data });
  const cancelled = () => efi.books.charges.filter((one) => !before.has(one) && one.status === 'canceled').length;
  return looked(merchant, id, cancelled);
}

/** The first look comes with time. @param cancelled how many its account has cancelled */
function looked(merchant: Merchant, chargeId: string, cancelled: () => number): Attempt {
  let isDue = false;
  return {
    send: async () => {
      if (!isDue) await merchant.clock.advance(31_000);
      isDue = true;
      return merchant.api.get('/v2/store/get');
    },
    ours: async () => {
      const rows = await merchant.rows('select state from charge_orphans where charge_id = $1', [chargeId]);
      expect(rows).toHaveLength(1);
      return String(rows[0]?.['state']);
    },
    theirs: () => (cancelled() > 0 ? 'CANCELLED' : 'OPEN'),
    effects: cancelled,
    done: 'CANCELLED',
  };
}

interface Status {
  readonly status?: string;
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
  {
    process: 'billing',
    provider: 'bank',
    call: 'Failover: a Pix of the account before is cancelled',
    request: /^PATCH \S*\/cob\/\w+$/,
    begin: orphanPix,
  },
  {
    process: 'billing',
    provider: 'efi',
    call: 'Failover: a boleto of the account before is cancelled',
    request: /^PUT \/v1\/charge\/\d+\/cancel$/,
    begin: orphanBoleto,
  },
];
