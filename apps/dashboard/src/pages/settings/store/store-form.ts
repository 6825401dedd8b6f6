import type { ApiRecord } from '../../../api/records';

type MailKind = ApiRecord<'StoreMail'>['kinds'][number];

export const mailKinds = [
  'RECEIPT',
  'BOLETO',
  'REFUND',
  'SUBSCRIPTION_STARTED',
  'RENEWAL_UPCOMING',
  'RENEWAL_FAILED',
] as const satisfies readonly MailKind[];

export const payerChoices = ['NEVER', 'OPTIONAL', 'REQUIRED'] as const;

type Asked = (typeof payerChoices)[number];

export const compatibilities = [
  '2026-11-29',
  '2026-11-28',
] as const satisfies readonly ApiRecord<'Store'>['compatibility'][];

export interface StoreForm {
  name: string;
  website: string;
  legalName: string;
  /** One a line. */
  returnHosts: string;
  payerEmail: Asked;
  payerCellphone: Asked;
  kinds: readonly MailKind[];
  language: 'pt-BR' | 'en';
  compatibility: ApiRecord<'Store'>['compatibility'];
  /** Centavos; undefined: none. */
  minimumCheckout: number | undefined;
  minimumBoleto: number | undefined;
}

type Before = Pick<
  ApiRecord<'Store'>,
  'name' | 'website' | 'legalName' | 'returnHosts' | 'payerFields' | 'mail' | 'compatibility' | 'minimumAmounts'
>;

export function toStoreForm(store: Before): StoreForm {
  const { name, website, legalName, returnHosts, payerFields, mail, compatibility, minimumAmounts } = store;
  return {
    name,
    website: website ?? '',
    legalName: legalName ?? '',
    returnHosts: returnHosts.join('\n'),
    payerEmail: payerFields.email,
    payerCellphone: payerFields.cellphone,
    kinds: mail.kinds,
    language: mail.language,
    compatibility,
    minimumCheckout: minimumAmounts.checkout ?? undefined,
    minimumBoleto: minimumAmounts.boleto ?? undefined,
  };
}

/** What changed and nothing else, so that two people who change different things both keep theirs. */
export function storeChanges(form: StoreForm, before: Before): ApiRecord<'StoreUpdate'> {
  const [name, website, legalName] = [form.name.trim(), form.website.trim(), form.legalName.trim()];
  const old = toStoreForm(before);
  const isAskedElse = form.payerEmail !== old.payerEmail || form.payerCellphone !== old.payerCellphone;
  const kinds = mailKinds.filter((kind) => form.kinds.includes(kind));
  const oldKinds = mailKinds.filter((kind) => old.kinds.includes(kind));
  const isMinimumElse = form.minimumCheckout !== old.minimumCheckout || form.minimumBoleto !== old.minimumBoleto;
  const minimumAmounts = { checkout: form.minimumCheckout ?? null, boleto: form.minimumBoleto ?? null };
  const isMailElse = form.language !== old.language || kinds.join() !== oldKinds.join();
  return {
    ...(name === old.name ? {} : { name }),
    ...(website === old.website ? {} : { website }),
    ...(legalName === old.legalName ? {} : { legalName: legalName === '' ? null : legalName }),
    ...(readHosts(form).join() === readHosts(old).join() ? {} : { returnHosts: readHosts(form) }),
    ...(isAskedElse ? { payerFields: { email: form.payerEmail, cellphone: form.payerCellphone } } : {}),
    ...(isMailElse ? { mail: { kinds, language: form.language } } : {}),
    ...(isMinimumElse ? { minimumAmounts } : {}),
    ...(form.compatibility === old.compatibility ? {} : { compatibility: form.compatibility }),
  };
}

function readHosts({ returnHosts }: StoreForm): string[] {
  return returnHosts.split(/[\s,;]+/).filter((host) => host !== '');
}

export function isWebsite(text: string): boolean {
  return /^https?:\/\/[^\s/@]+\.[^\s@]+$/i.test(text.trim());
}

/** None, or R$ 1 to R$ 1,000. */
export function isMinimum(centavos: unknown): boolean {
  return centavos === undefined || (typeof centavos === 'number' && centavos >= 100 && centavos <= 100_000);
}
