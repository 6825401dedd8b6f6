import { globSync } from 'node:fs';
import { basename } from 'node:path';
import {
  boletoProviderRules,
  cardProviderRules,
  disputeProviderRules,
  pixProviderRules,
} from '@pitanga/billing/conformance';
import { pixBanks, type PixBankCode } from '@pitanga/core/pix-banks';
import { payoutProviderRules } from '@pitanga/payouts/conformance';
import { throwAwayCa } from '@pitanga/testing';
import { openAsaasSandbox } from '../src/providers-check/asaas-sandbox';
import { openBankSandbox } from '../src/providers-check/bank-sandbox';
import { ports, type Port, type Sandbox } from '../src/providers-check/sandbox';
import { stripeNotTried } from '../src/providers-check/stripe-not-tried';
import { rootDir } from '../src/workspace';

const rules: Readonly<Record<Port, readonly { readonly title: string }[]>> = {
  Pix: pixProviderRules,
  boleto: boletoProviderRules,
  card: cardProviderRules,
  dispute: disputeProviderRules,
  payout: payoutProviderRules,
};

const { certificate, privateKey } = throwAwayCa().issue('store');
const account = { clientId: 'id', clientSecret: 'secret', pixKey: 'a@b.example', certificate, privateKey };
const settingsOf: Partial<Record<PixBankCode, object>> = {
  BANCO_DO_BRASIL: { appKey: 'key' },
};
const banks = (Object.keys(pixBanks) as PixBankCode[]).filter((bank) => pixBanks[bank].sandbox);
const bankAt = (bank: PixBankCode, more: object = {}) =>
  openBankSandbox(bank, JSON.stringify({ ...account, ...settingsOf[bank], ...more }), {});
const opened: readonly (readonly [string, () => Sandbox])[] = [
  ['Asaas', () => openAsaasSandbox('$aact_hmlg_of_nobody', {})],
  ...banks.map((bank) => [bank, () => bankAt(bank)] as const),
  ...(['EFI', 'INTER'] as const).map(
    (bank) => [`${bank} with boletos`, () => bankAt(bank, { methods: ['PIX', 'BOLETO'] })] as const,
  ),
];

it('every conformance suite is one of a port that npm run providers:check knows', () => {
  const suites = globSync('{apps,libs}/*/{src,test}/**/*.conformance.ts', { cwd: rootDir });
  const names = suites.map((file) => basename(file).replace('-provider.conformance.ts', ''));
  expect(names.toSorted()).toEqual(ports.map((port) => port.toLowerCase()).toSorted());
});

it.each(opened)('each rule of each suite is run at %s, or it is said why not', (_name, open) => {
  const sandbox = open();
  sandbox.close();
  for (const port of ports) {
    const suite = sandbox.suites[port];
    if (typeof suite === 'string') expect(suite).toMatch(/^\p{Lu}.{20,}\.$/u);
    else expect(suite.rules.map(({ title }) => title)).toEqual(rules[port].map(({ title }) => title));
  }
});

it('says why it runs no suite at the mock server of Stripe', () => {
  for (const port of ports) expect(stripeNotTried[port]).toMatch(/^\p{Lu}.{20,}\.$/u);
});
