import {
  boletoProviderRules,
  checkedAccount,
  createPixAdapter,
  createPixMetrics,
  pixProviderRules,
  type BankAdapter,
} from '@pitanga/billing/conformance';
import { cents, createIdSource, systemClock } from '@pitanga/core';
import { isPixBankCode, pixBanks, type PixBankCode } from '@pitanga/core/pix-banks';
import { createLog, createMetrics, createSealer, randomBytes } from '@pitanga/runtime';
import { userError } from '@pitanga/runtime/user-error';
import { efiPayoutSuite } from './efi-payout-suite';
import { removeThrough } from './remove-through';
import { pollFor, rangesFor, wholeSuite, type Sandbox, type SandboxAddresses } from './sandbox';

/** Efí's sandbox pays charges of at most R$ 10,00 by itself. */
const paysItself: Partial<Record<PixBankCode, number>> = { EFI: 1_000 };
const paidWithinMs = 90_000;

/** The sandbox of a bank that speaks the Pix API. @param text of the file: its settings, without addresses */
export function openBankSandbox(bank: string, text: string, addresses: SandboxAddresses): Sandbox {
  if (!isPixBankCode(bank) || bank === 'OTHER') {
    throw userError(`Say which bank: --bank ${Object.keys(pixBanks).join(', ')}.`);
  }
  const { name, sandbox } = pixBanks[bank];
  if (!sandbox) throw userError(`${name} has no sandbox whose address is known here.`);
  const settings = toSettings(bank, text, addresses);
  const provider = open(settings, addresses);
  // Without `methods` an account takes Pix.
  const boleto = provider.methods.includes('BOLETO') ? provider.boleto : undefined;
  const payout = bank === 'EFI' ? efiPayoutSuite(settings, rangesFor(addresses)) : undefined;
  const paid = paysItself[bank];
  const underTest = {
    provider,
    now: () => systemClock.real(),
    ...(paid !== undefined && { paidCents: cents(paid), pay: (txid: string) => findPayment(provider, txid) }),
  };
  return {
    name,
    secrets: readSecrets(text),
    connect: async () => {
      const { problems } = await provider.check();
      return problems.length === 0 ? undefined : problems.join('. ');
    },
    suites: {
      Pix: wholeSuite(pixProviderRules, () => Promise.resolve(underTest)),
      boleto: boleto
        ? wholeSuite(boletoProviderRules, boleto)
        : whyNoMethod(bank, 'BOLETO', "The file does not have BOLETO in its 'methods'."),
      card: whyNoMethod(bank, 'CARD', `${name}'s own script makes the token of a card, in a browser.`),
      dispute: `${name} takes no answer to a dispute by its API.`,
      payout: payout?.suite ?? whyNoPayouts(bank),
    },
    notTried: [
      ...(paid === undefined ? [`Payments and what goes back of them: no call pays a Pix at ${name}.`] : []),
      ...(boleto === undefined ? [] : ['Boletos that are paid: no call pays one.']),
      'Automatic Pix: a payer’s bank takes part.',
      'Answers that are lost: only the stand-in of the tests loses them on purpose.',
    ],
    remove: (made) => removeThrough({ pix: provider, ...(boleto && { boleto }) }, made),
    close: () => {
      payout?.close();
      provider.close();
    },
  };
}

function whyNoMethod(bank: PixBankCode, method: 'BOLETO' | 'CARD', otherwise: string): string {
  const { methods, name } = pixBanks[bank];
  return methods.includes(method) ? otherwise : `The platform takes none by ${name}.`;
}

function whyNoPayouts(bank: PixBankCode): string {
  const { sends, name } = pixBanks[bank];
  return sends
    ? `No key is known to which the sandbox of ${name} sends.`
    : `The platform sends nothing through ${name}.`;
}

type Settings = Readonly<Record<string, unknown>>;

function readSettings(text: string): Settings {
  try {
    return JSON.parse(text) as Settings;
  } catch {
    throw userError(
      'The file of --key-file should be the JSON of the account: clientId, clientSecret, pixKey and so on.',
    );
  }
}

/** The addresses are those of the sandbox, whatever the file says. */
function toSettings(
  bank: PixBankCode,
  text: string,
  { baseUrl, tokenUrl, chargesUrl, ca }: SandboxAddresses,
): Settings {
  const settings = readSettings(text);
  const address = ['baseUrl', 'tokenUrl', 'automaticBaseUrl', 'chargesBaseUrl'].find((name) => name in settings);
  if (address !== undefined) {
    throw userError(
      `The file should not have '${address}': the check calls the sandbox of ${pixBanks[bank].name} alone.`,
    );
  }
  const standIn =
    baseUrl === undefined
      ? {}
      : { baseUrl, tokenUrl, ca, ...(chargesUrl !== undefined && { chargesBaseUrl: chargesUrl }) };
  return { ...settings, bank, sandbox: true, registerWebhook: false, ...standIn };
}

function open(settings: Settings, addresses: SandboxAddresses): BankAdapter {
  const providerRanges = rangesFor(addresses);
  const { settings: checked } = checkedAccount(JSON.stringify(settings), systemClock.real(), providerRanges);
  return createPixAdapter(
    {
      clock: systemClock,
      ids: createIdSource(randomBytes),
      log: createLog({ service: 'providers-check', level: 'fatal' }),
      // Nothing is kept.
      sealer: createSealer(randomBytes(32).toString('base64')),
      pixMetrics: createPixMetrics(createMetrics()),
      publicUrl: '',
      providerRanges,
    },
    'of the check',
    checked,
    { owner: 'MERCHANT', noteBegun: () => Promise.resolve() },
  );
}

function findPayment(provider: BankAdapter, txid: string): Promise<{ endToEndId: string }> {
  return pollFor('the payment', paidWithinMs, async () => (await provider.readPix(txid))?.payments[0]);
}

function readSecrets(text: string): readonly string[] {
  return Object.values(readSettings(text)).filter((value) => typeof value === 'string' && value.length > 8) as string[];
}
