/* eslint-disable @nx/enforce-module-boundaries -- it asks the adapters themselves what README may say of them */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterMethods, MethodCapabilities } from '@pitanga/contracts';
import { systemClock, toTenant } from '@pitanga/core';
import { pixBankCodes, pixBanks } from '@pitanga/core/pix-banks';
import { createLog, createMetrics, createSealer } from '@pitanga/runtime';
import { testIds } from '@pitanga/testing';
import { createHealthBook } from '../../apps/billing/src/account-health/health-book';
import { capabilityHandlers } from '../../apps/billing/src/api/capability-rpc';
import { createAsaasAdapter, asaasMethods } from '../../apps/billing/src/asaas/asaas-adapter';
import { createAsaasMetrics } from '../../apps/billing/src/asaas/asaas-metrics';
import { createPixMetrics } from '../../apps/billing/src/bacen-pix/pix-metrics';
import { createPixAdapter } from '../../apps/billing/src/pix-accounts/pix-accounts';
import { createProductionProviders } from '../../apps/billing/src/production-providers';
import { createStripeAdapter } from '../../apps/billing/src/stripe/stripe-adapter';
import { stripeMethods } from '../../apps/billing/src/stripe/stripe-config';
import { payoutCapabilityHandlers } from '../../apps/payouts/src/api/payout-capability-rpc';
import { rootDir } from '../src/workspace';

const tenant = toTenant('store_000000000000000000000001', false);
const log = createLog({ service: 'readme', level: 'fatal' });
const none = { of: () => Promise.resolve(undefined), forget: () => undefined, close: () => undefined };
const only = <Adapter>(adapter: Adapter) => ({ ...none, of: () => Promise.resolve(adapter) });
const shared = { account: 'x', owner: 'MERCHANT', clock: systemClock, ids: testIds, log, providerRanges: [] } as const;
const addresses = { baseUrl: 'https://pix.bank.example/v2', tokenUrl: 'https://pix.bank.example/token' };

const sealer = createSealer(randomBytes(32).toString('base64'));
const banks = pixBankCodes.filter((code) => code !== 'OTHER');

/** An account at a bank, set to take all that the bank can. */
function atBank(bank: (typeof banks)[number]) {
  const config = { ...addresses, bank, clientId: 'x', clientSecret: 'x', pixKey: 'x', certificate: '', privateKey: '' };
  const deps = { ...shared, pixMetrics: createPixMetrics(createMetrics()), sealer, publicUrl: '' };
  const methods = [...pixBanks[bank].methods];
  const cards = methods.includes('CARD') ? { payeeCode: '0'.repeat(32) } : {};
  return {
    pix: only(
      createPixAdapter(deps, tenant.storeId, { ...config, headers: {}, registerWebhook: false, methods, ...cards }),
    ),
  };
}

/** Each other kind of account alone; nothing is called. */
const accounts = {
  stripe: {
    stripe: only(
      createStripeAdapter({
        ...shared,
        storeId: tenant.storeId,
        config: {
          secretKey: 'sk_test_0123456789',
          publishableKey: 'pk_test_0123456789',
          apiBaseUrl: 'https://api.stripe.com',
          methods: [...stripeMethods],
        },
        metrics: { called: () => undefined },
      }),
    ),
  },
  asaas: {
    asaas: only(
      createAsaasAdapter({
        ...shared,
        config: { apiKey: '$aact_hmlg_0123456789', environment: 'SANDBOX' },
        methods: asaasMethods,
        keepsCards: false,
        noteBegun: () => Promise.resolve(),
        metrics: createAsaasMetrics(createMetrics()),
      }),
    ),
  },
};

const healths = createHealthBook({ failuresMax: 5, restMs: 1_000 });

interface Declared {
  readonly adapters: readonly AdapterMethods[];
  readonly methods: readonly MethodCapabilities[];
}

async function readDeclared(account: object): Promise<Declared> {
  const findProviders = createProductionProviders({ pix: none, stripe: none, asaas: none, ...account }, healths, {
    of: () => Promise.resolve({}),
  });
  const nothing = {
    findTransfer: () => Promise.resolve(undefined),
    findHealth: () => Promise.resolve([]),
    orderAccounts: () => Promise.resolve(),
  };
  const deps = { ...shared, ...nothing, findProviders };
  return capabilityHandlers(deps).getCapabilities({ tenant }, { tenant } as never);
}

const words = {
  en: {
    yes: 'yes',
    PIX: 'Pix',
    BOLETO: 'boleto',
    CARD: 'card',
    both: 'texts and files',
    texts: 'texts',
    files: 'files',
  },
  pt: {
    ...{ yes: 'sim', PIX: 'Pix', BOLETO: 'boleto', CARD: 'cartão' },
    ...{ both: 'textos e arquivos', texts: 'textos', files: 'arquivos' },
  },
} as const;
type Language = keyof typeof words;

function sayInstallments(max: number, language: Language): string {
  return language === 'en' ? `up to ${String(max)} installments` : `em até ${String(max)} vezes`;
}

function sayCard(card: MethodCapabilities | undefined, language: Language): string {
  if (!card) return '—';
  const inParts = sayInstallments(card.installmentsMax ?? 1, language);
  const atOnce = language === 'en' ? 'in one payment' : 'à vista';
  const installments = card.installmentsMax === 1 ? atOnce : inParts;
  const page = language === 'en' ? 'typed on its page' : 'digitado na página dele';
  return card.isTypedAtProvider === true ? `${installments}, ${page}` : installments;
}

function sayAnswers(methods: readonly MethodCapabilities[], language: Language): string {
  const disputes = methods.find((one) => one.disputes)?.disputes;
  if (!disputes) return '—';
  const say = words[language];
  if (disputes.texts && disputes.filesMax > 0) return say.both;
  return disputes.texts ? say.texts : say.files;
}

/** The cells of README about what an account takes, gives back and answers. */
function toCells({ methods }: Declared, language: Language): readonly string[] {
  const say = words[language];
  const of = (name: string) => methods.find(({ method }) => method === `PAYMENT_METHOD_${name}`);
  const refunded = (['PIX', 'BOLETO', 'CARD'] as const).filter((name) => of(name)?.refunds === true);
  return [
    of('PIX') ? say.yes : '—',
    of('BOLETO') ? say.yes : '—',
    sayCard(of('CARD'), language),
    refunded.map((name) => say[name]).join(', ') || '—',
    sayAnswers(methods, language),
  ];
}

async function saySending(kind: string, ofBank: string | undefined, language: Language): Promise<string> {
  const { adapters } = await payoutCapabilityHandlers().getPayoutCapabilities({}, {} as never);
  const sends = adapters.some(({ provider, bank }) => provider === kind && bank === ofBank);
  return sends ? words[language].yes : '—';
}

/** What most banks have, and each that has something else by its name. */
function sayTogether(cells: readonly string[], language: Language): string {
  const counts = Map.groupBy(cells, (cell) => cell);
  const [common = ''] = [...counts.keys()].sort((a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0));
  const others = banks.flatMap((bank, at) => {
    const cell = cells[at] ?? '';
    if (cell === common) return [];
    return cell === words[language].yes ? [pixBanks[bank].name] : [`${pixBanks[bank].name}: ${cell}`];
  });
  return [...(common === '—' && others.length > 0 ? [] : [common]), ...others].join('; ');
}

function toRows(text: string): readonly (readonly string[])[] {
  return text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
}

/** The cells of the row that begins so. */
function readRow(file: string, name: string): readonly string[] {
  const row = toRows(readFileSync(join(rootDir, file), 'utf8')).find(([, first = '']) => first.startsWith(name));
  if (!row) throw new Error(`${file} has no row of ${name}`);
  return row.slice(2, -1);
}

const rows = {
  'bacen-pix': { en: 'A bank with the Pix API', pt: 'Um banco com a API Pix', paysOut: 'BACEN_PIX' },
  stripe: { en: 'Stripe', pt: 'Stripe', paysOut: 'STRIPE' },
  asaas: { en: 'Asaas', pt: 'Asaas', paysOut: 'ASAAS' },
} as const;
const files = { en: 'README.md', pt: 'README.pt-BR.md' } as const;
const languages = Object.keys(files) as Language[];

interface Named {
  readonly account: object;
  readonly kind: string;
  readonly bank?: string;
}

/** The accounts that have a guide or a row of their own in the guide of going live. */
const named = {
  Asaas: { account: accounts.asaas, kind: 'ASAAS' },
  Efí: { account: atBank('EFI'), kind: 'BACEN_PIX', bank: 'EFI' },
  Inter: { account: atBank('INTER'), kind: 'BACEN_PIX', bank: 'INTER' },
  Stripe: { account: accounts.stripe, kind: 'STRIPE' },
} satisfies Record<string, Named>;
const guided = { Asaas: 'asaas', Efí: 'efi', Stripe: 'stripe' } as const;

const guides = { en: 'apps/docs/src/content/docs/en', pt: 'apps/docs/src/content/docs' } as const;
/** What the rows of a guide's table are about begin so. */
const guideRows = {
  en: { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Card', payouts: 'Payouts', disputes: 'Disputes' },
  pt: { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Cartão', payouts: 'Saques', disputes: 'Contestações' },
} as const;

/** The rows of the first table of a provider's guide. */
function readGuide(language: Language, name: keyof typeof guided): readonly (readonly string[])[] {
  const text = readFileSync(join(rootDir, guides[language], `guides/provider-${guided[name]}.md`), 'utf8');
  return toRows(text.split('\n\n').find((part) => part.startsWith('|')) ?? '');
}

describe('the table of providers in README', () => {
  it('has a row for every adapter of money in', async () => {
    const { adapters } = await readDeclared({});
    expect(adapters.map(({ provider }) => provider).sort()).toEqual(Object.keys(rows).sort());
  });

  it.each(Object.keys(accounts) as (keyof typeof accounts)[])('says of %s what its adapter declares', async (kind) => {
    const declared = await readDeclared(accounts[kind]);
    for (const language of languages) {
      const sends = await saySending(rows[kind].paysOut, undefined, language);
      const cells = [...toCells(declared, language), sends];
      expect([language, ...readRow(files[language], rows[kind][language])]).toEqual([language, ...cells]);
    }
  });

  it('says of banks what they have in common, and which have more', async () => {
    for (const language of languages) {
      const ofBanks = await Promise.all(
        banks.map(async (bank) => [
          ...toCells(await readDeclared(atBank(bank)), language),
          await saySending('BACEN_PIX', bank, language),
        ]),
      );
      const cells = ofBanks[0]?.map((_cell, column) =>
        sayTogether(
          ofBanks.map((row) => row[column] ?? ''),
          language,
        ),
      );
      expect([language, ...readRow(files[language], rows['bacen-pix'][language])]).toEqual([
        language,
        ...(cells ?? []),
      ]);
    }
  });

  it('names every bank whose data are here', () => {
    for (const language of languages) {
      const text = readFileSync(join(rootDir, files[language]), 'utf8');
      for (const code of banks) {
        expect([language, text.includes(pixBanks[code].name)]).toEqual([language, true]);
      }
    }
  });
});

describe('the guides of providers', () => {
  const takes = async (language: Language, { account, kind, bank }: Named) => {
    const { methods } = await readDeclared(account);
    const of = (name: string) => methods.some(({ method }) => method === `PAYMENT_METHOD_${name}`);
    const cells = (['PIX', 'BOLETO', 'CARD'] as const).map((name) => (of(name) ? words[language].yes : '—'));
    return [...cells, await saySending(kind, bank, language)];
  };

  it.each(languages)('say in that of going live what each account takes (%s)', async (language) => {
    const others = banks.filter((bank) => bank !== 'EFI' && bank !== 'INTER');
    const other = language === 'en' ? 'another bank' : 'outro banco';
    const each: readonly (readonly [string, Named])[] = [
      ...Object.entries(named),
      ...others.map((bank) => [other, { account: atBank(bank), kind: 'BACEN_PIX', bank }] as const),
    ];
    for (const [name, one] of each) {
      const row = readRow(join(guides[language], 'going-live.md'), `[${name}]`);
      expect([name, one.bank, ...row]).toEqual([name, one.bank, ...(await takes(language, one))]);
    }
  });

  it.each(Object.keys(guided) as (keyof typeof guided)[])(
    'have a row of what %s takes, and of nothing else',
    async (name) => {
      const { methods } = await readDeclared(named[name].account);
      for (const language of languages) {
        const { disputes: ofDisputes, ...rows } = guideRows[language];
        const guide = readGuide(language, name);
        const says = (begin: string) => guide.find(([, first = '']) => first.startsWith(begin))?.[2];
        const cells = Object.values(rows).map((row) => (says(row) === undefined ? '—' : words[language].yes));
        expect([language, ...cells]).toEqual([language, ...(await takes(language, named[name]))]);
        const { installmentsMax = 1 } = methods.find(({ method }) => method === 'PAYMENT_METHOD_CARD') ?? {};
        if (installmentsMax > 1) expect(says(rows.CARD)).toContain(sayInstallments(installmentsMax, language));
        const answers = sayAnswers(methods, language);
        if (answers === '—') expect(says(ofDisputes)).not.toContain(words[language].files);
        else expect(says(ofDisputes)).toContain(answers);
      }
    },
  );
});
