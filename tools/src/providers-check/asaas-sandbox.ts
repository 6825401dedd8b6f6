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
import { removeThrough } from './remove-through';
import { pollFor, rangesFor, sayWhyNot, type Sandbox, type SandboxAddresses } from './sandbox';

/** Of Asaas's sandbox: a key of production begins otherwise. */
const sandboxPrefix = '$aact_hmlg_';
const paidWithinMs = 60_000;

/** Asaas's sandbox, with the key of a test account. @param key as the file has it */
export function openAsaasSandbox(key: string, addresses: SandboxAddresses): Sandbox {
  const apiKey = key.trim();
  if (!apiKey.startsWith(sandboxPrefix)) {
    throw userError(`The key in the file is not one of Asaas's sandbox, which begin with ${sandboxPrefix}.`);
  }
  const config = asaasAccountReader.read(
    Type.Object(asaasConfigSchema),
    JSON.stringify({
      apiKey,
      environment: 'SANDBOX',
      ...(addresses.baseUrl !== undefined && { apiBaseUrl: addresses.baseUrl }),
      ...(addresses.ca !== undefined && { ca: addresses.ca }),
    }),
  );
  const adapter = createAsaasAdapter({
    config,
    noteBegun: () => Promise.resolve(),
    methods: ['PIX', 'BOLETO'],
    keepsCards: false,
    account: 'of the check',
    owner: 'MERCHANT',
    clock: systemClock,
    log: createLog({ service: 'providers-check', level: 'fatal' }),
    metrics: createAsaasMetrics(createMetrics()),
    providerRanges: rangesFor(addresses),
  });
  const underTest = {
    provider: adapter.pix,
    now: () => systemClock.real(),
    pay: (txid: string) => payByConfirmation(adapter, txid),
  };
  return {
    name: 'Asaas',
    secrets: [apiKey],
    connect: () => readAsaasAccountId(adapter.client).then(() => undefined, sayWhyNot),
    suites: [
      {
        port: 'Pix',
        rules: pixProviderRules.map(({ title, check }) => ({
          title,
          check: () => check(() => Promise.resolve(underTest)),
        })),
      },
      {
        port: 'boleto',
        rules: boletoProviderRules.map(({ title, check }) => ({ title, check: () => check(adapter.boleto) })),
      },
    ],
    notTried: [
      'Payouts: Asaas asks this installation before money leaves, at an address that it can reach.',
      'Cards and disputes: a person types the card on Asaas’s page, and no call opens a dispute.',
      'Answers that are lost: only the stand-in of the tests loses them on purpose.',
      'Customers that payments need stay at Asaas: it has one for each tax id, also for later runs.',
    ],
    remove: (made) => removeThrough({ pix: adapter.pix, boleto: adapter.boleto }, made),
    close: () => {
      adapter.close();
    },
  };
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
