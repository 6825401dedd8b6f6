/* eslint-disable @nx/enforce-module-boundaries -- it asks the adapters themselves what README may say of them */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodCapabilities } from '@pitanga/contracts';
import { pixBanks } from '@pitanga/core/pix-banks';
import { payoutCapabilityHandlers } from '../../apps/payouts/src/api/payout-capability-rpc';
import { rootDir } from '../src/workspace';
import { accounts, atBank, banks, readDeclared, type Declared } from './declared-providers';

const words = {
  en: {
    yes: 'yes',
    PIX: 'Pix',
    BOLETO: 'boleto',
    CARD: 'card',
    payouts: 'payouts',
    both: 'texts and files',
    texts: 'texts',
    files: 'files',
  },
  pt: {
    ...{ yes: 'sim', PIX: 'Pix', BOLETO: 'boleto', CARD: 'cartão', payouts: 'saques' },
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

async function findSender(kind: string, ofBank: string | undefined) {
  const { adapters } = await payoutCapabilityHandlers().getPayoutCapabilities({}, {} as never);
  return adapters.find(({ provider, bank }) => provider === kind && bank === ofBank);
}

async function saySending(kind: string, ofBank: string | undefined, language: Language): Promise<string> {
  return (await findSender(kind, ofBank)) ? words[language].yes : '—';
}

/** The cells of README about what leaves by it, and about what is compared with its statement. */
async function sayMoney({ methods }: Declared, { kind, bank }: Omit<Named, 'account'>, language: Language) {
  const compared = (['PIX', 'BOLETO', 'CARD'] as const)
    .filter((name) => methods.some((one) => one.method === `PAYMENT_METHOD_${name}` && one.isReconciled))
    .map((name): string => words[language][name]);
  if ((await findSender(kind, bank))?.isReconciled === true) compared.push(words[language].payouts);
  return [await saySending(kind, bank, language), compared.join(', ') || '—'];
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
      const cells = [
        ...toCells(declared, language),
        ...(await sayMoney(declared, { kind: rows[kind].paysOut }, language)),
      ];
      expect([language, ...readRow(files[language], rows[kind][language])]).toEqual([language, ...cells]);
    }
  });

  it('says of banks what they have in common, and which have more', async () => {
    for (const language of languages) {
      const ofBanks = await Promise.all(
        banks.map(async (bank) => {
          const declared = await readDeclared(atBank(bank));
          return [...toCells(declared, language), ...(await sayMoney(declared, { kind: 'BACEN_PIX', bank }, language))];
        }),
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
