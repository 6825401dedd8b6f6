import {
  boletoProviderRules,
  createAsaasAdapter,
  createAsaasMetrics,
  pixProviderRules,
  readAsaasAccountId,
  type AsaasAdapter,
} from '@pitanga/billing/conformance';
import { systemClock } from '@pitanga/core';
import { asaasAccountReader, asaasConfigSchema, asaasFields, asaasList, asaasText } from '@pitanga/provider-account';
import { createLog, createMetrics } from '@pitanga/runtime';
import { userError } from '@pitanga/runtime/user-error';
import { Type } from 'typebox';
import { asaasCardSuite } from './asaas-card-suite';
import { asaasPayoutSuite, type AsaasPayoutSettings } from './asaas-payout-suite';
import { removeThrough } from './remove-through';
import { pollFor, rangesFor, sayWhyNot, wholeSuite, type Sandbox, type SandboxAddresses } from './sandbox';

/** Of Asaas's sandbox: a key of production begins otherwise. */
const sandboxPrefix = '$aact_hmlg_';
const paidWithinMs = 60_000;

/** Asaas's sandbox, with the key of a test account. @param file the key, or JSON of it with what payouts need */
export function openAsaasSandbox(file: string, addresses: SandboxAddresses): Sandbox {
  const { apiKey, payouts } = readFile(file);
  if (!apiKey.startsWith(sandboxPrefix)) {
    throw userError(`The key in the file is not one of Asaas's sandbox, which begin with ${sandboxPrefix}.`);
  }
  const adapter = createAdapter(apiKey, addresses);
  const underTest = {
    provider: adapter.pix,
    now: () => systemClock.real(),
    pay: (txid: string) => payByConfirmation(adapter, txid),
  };
  const payout = asaasPayoutSuite(adapter, payouts);
  return {
    name: 'Asaas',
    secrets: [apiKey, ...(payouts ? [payouts.validationToken] : [])],
    connect: () => readAsaasAccountId(adapter.client).then(() => undefined, sayWhyNot),
    suites: {
      Pix: wholeSuite(pixProviderRules, () => Promise.resolve(underTest)),
      boleto: wholeSuite(boletoProviderRules, adapter.boleto),
      card: asaasCardSuite(adapter),
      dispute: 'No call of the sandbox opens a chargeback.',
      payout: payout.suite,
    },
    notTried: [
      'The page on which a payer types a card: its test cards are given to the API instead.',
      'Answers that are lost: only the stand-in of the tests loses them on purpose.',
      'Customers that payments need stay at Asaas: it has one for each tax id, also for later runs.',
    ],
    remove: (made) => removeThrough(adapter, made),
    close: () => {
      payout.close();
      adapter.close();
    },
  };
}

function createAdapter(apiKey: string, addresses: SandboxAddresses): AsaasAdapter {
  const config = asaasAccountReader.read(
    Type.Object(asaasConfigSchema),
    JSON.stringify({
      apiKey,
      environment: 'SANDBOX',
      ...(addresses.baseUrl !== undefined && { apiBaseUrl: addresses.baseUrl }),
      ...(addresses.ca !== undefined && { ca: addresses.ca }),
    }),
  );
  return createAsaasAdapter({
    config,
    noteBegun: () => Promise.resolve(),
    methods: ['PIX', 'BOLETO', 'CARD'],
    keepsCards: true,
    account: 'of the check',
    owner: 'MERCHANT',
    clock: systemClock,
    log: createLog({ service: 'providers-check', level: 'fatal' }),
    metrics: createAsaasMetrics(createMetrics()),
    providerRanges: rangesFor(addresses),
  });
}

const PayoutSettings = Type.Object({
  apiKey: Type.String(),
  payouts: Type.Object({
    pixKey: Type.String({ minLength: 3 }),
    validationToken: Type.String({ minLength: 32 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  }),
});

function readFile(file: string): { readonly apiKey: string; readonly payouts?: AsaasPayoutSettings } {
  const text = file.trim();
  return text.startsWith('{') ? asaasAccountReader.read(PayoutSettings, text) : { apiKey: text };
}

/** The sandbox's own call, which pays a payment without a payer. */
async function payByConfirmation({ client, pix }: AsaasAdapter, txid: string): Promise<{ endToEndId: string }> {
  const found = await client.accepted({
    operation: 'list_payments',
    method: 'GET',
    path: `/payments?externalReference=${encodeURIComponent(txid)}`,
    isRepeatable: true,
  });
  const id = asaasText(asaasList(asaasFields(found)['data'])[0]?.['id']);
  if (id === undefined) throw new Error(`no payment with the reference ${txid}`);
  await client.accepted({
    operation: 'confirm_in_sandbox',
    method: 'POST',
    path: `/sandbox/payment/${encodeURIComponent(id)}/confirm`,
    isRepeatable: false,
  });
  return pollFor('the payment', paidWithinMs, async () => (await pix.readPix(txid, id))?.payments[0]);
}
