import { compatibilities, NamedObject, Nullable, OneOf, StoreRecord, Method, PayoutFeeMode } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import type { ShownStore } from '../../../stores/store-operations';
import { logoDataMax } from '../../../stores/branding';
import { fieldRules } from '../../../stores/payer-fields';
import { mailKinds } from '../../../stores/store';
import { returnHostsMax } from '../../../stores/return-hosts';
import { minimumAmountRange, payoutCentsMax } from '../../../stores/store-rules';
import { LimitsInForce } from '../payout-limits/payout-limits-schemas';
import { Email, Name, PictureUrl, TaxId, Url, Language } from '../../fields/fields';

const MailKind = OneOf('StoreMailKind', mailKinds);

const FieldRule = OneOf('PayerFieldRule', fieldRules);

const Compatibility = OneOf('Compatibility', compatibilities);

const brandParts = {
  displayName: { description: "Shown on payment pages instead of the store's name." },
  logoUrl: {
    description:
      'https address of a picture, or a small one itself as `data:image/png;base64,…`, at most 40,000 characters.',
  },
  color: { description: '#rrggbb; white text on it has a contrast of at least 4.5.', examples: ['#1a2b3c'] },
  supportEmail: { description: 'Shown to payers.' },
};

const Branding = NamedObject('Branding', {
  displayName: Nullable(Type.String(brandParts.displayName)),
  logoUrl: Nullable(Type.String(brandParts.logoUrl)),
  color: Nullable(Type.String(brandParts.color)),
  supportEmail: Nullable(Type.String(brandParts.supportEmail)),
});

const mailParts = {
  kinds: {
    maxItems: mailKinds.length,
    uniqueItems: true,
    description: 'What buyers get by e-mail in production, in the name of the store.',
  },
  language: { description: 'Of mail to buyers whose language is not known.' },
};

const StoreMail = NamedObject('StoreMail', {
  kinds: Type.Array(MailKind, mailParts.kinds),
  kindsChosen: Type.Boolean({
    description:
      'Whether `kinds` were chosen since SUBSCRIPTION_STARTED exists; a store of before is asked once, in the dashboard.',
  }),
  language: { ...Language, ...mailParts.language },
});

const StoreMailInput = NamedObject('StoreMailInput', {
  kinds: Type.Optional(Type.Array(MailKind, mailParts.kinds)),
  language: Type.Optional({ ...Language, ...mailParts.language }),
});

const payerFieldParts = {
  email: { description: 'Whether payment pages ask for an e-mail, beyond what the payment needs.' },
  cellphone: { description: 'The same of a phone.' },
};

const PayerFields = NamedObject('PayerFields', {
  email: { ...FieldRule, ...payerFieldParts.email },
  cellphone: { ...FieldRule, ...payerFieldParts.cellphone },
});

export const PayerFieldsInput = NamedObject('PayerFieldsInput', {
  email: Type.Optional({ ...FieldRule, ...payerFieldParts.email }),
  cellphone: Type.Optional({ ...FieldRule, ...payerFieldParts.cellphone }),
});

const payoutApprovalAbove = {
  description:
    'Centavos: withdrawals and Pix transfers above it wait for the approval of a second person; 0: all do, null: none.',
};

const returnHosts = {
  maxItems: returnHostsMax,
  description:
    'Hosts to which payment pages take buyers by themselves after a payment in production, beside that of the website. ' +
    'To another host a page offers a button that names it.',
  examples: [['shop.example']],
};

const compatibility = {
  description:
    'What some words of answers and events mean: 2026-11-29 as at AbacatePay, 2026-11-28 as in Pitanga before. New stores ' +
    'have 2026-11-29.',
};

const minimumParts = {
  checkout: 'Centavos, the least of a checkout or link before coupons; null: R$ 1.00.',
  boleto: 'Centavos, the least of a boleto; null: what is above its fee.',
};

const MinimumAmounts = NamedObject('MinimumAmounts', {
  checkout: Nullable(Type.Integer({ description: minimumParts.checkout })),
  boleto: Nullable(Type.Integer({ description: minimumParts.boleto })),
});

const MinimumAmountsInput = NamedObject('MinimumAmountsInput', {
  checkout: Type.Optional(Nullable(Type.Integer({ ...minimumAmountRange, description: minimumParts.checkout }))),
  boleto: Type.Optional(Nullable(Type.Integer({ ...minimumAmountRange, description: minimumParts.boleto }))),
});

const details = {
  legalName: Nullable(Type.String({ description: 'As registered.' })),
  status: OneOf('StoreStatus', ['CREATING', 'ACTIVE', 'CLOSED'], {
    description: 'CREATING until every service knows the store.',
  }),
  methods: Type.Array(Method, {
    description: 'What the store offers in this environment, where it has a provider.',
  }),
  branding: Branding,
  mail: StoreMail,
  payerFields: PayerFields,
  payoutFee: Type.Integer({ description: 'Centavos, of a withdrawal or Pix transfer.' }),
  payoutFeeMode: {
    ...PayoutFeeMode,
    description:
      'INCLUDED: `payoutFee` is in the amount that is asked for, and the receiver gets the rest; ADDED: it is besides.',
  },
  payoutApprovalAbove: Nullable(Type.Integer(payoutApprovalAbove)),
  returnHosts: Type.Array(Type.String(), returnHosts),
  compatibility: { ...Compatibility, ...compatibility },
  minimumAmounts: MinimumAmounts,
  refundOverdraft: Type.Integer({
    description: 'Centavos below zero to which refunds may draw the available balance; the operator sets it.',
  }),
};

const Share = Type.Integer({ description: 'Hundredths of a percent of the amount.' });
const Centavos = Type.Integer({ description: 'Centavos.' });

const Fees = NamedObject(
  'StoreFees',
  {
    pix: { ...Centavos, description: 'Centavos of each payment.' },
    boleto: { ...Centavos, description: 'Centavos of each payment.' },
    card: Type.Array(
      NamedObject('CardFee', {
        fromInstallments: Type.Integer(),
        toInstallments: Type.Integer(),
        percentage: Share,
        fixed: Centavos,
      }),
      { description: 'By the number of installments; a payment costs its percentage and `fixed`.' },
    ),
    payout: { ...Centavos, description: 'Centavos of a withdrawal or Pix transfer; see `payoutFeeMode`.' },
    advance: Nullable({
      ...Share,
      description:
        'Hundredths of a percent of the amount for each 30 days that an advance makes it come early; null for a moment during an upgrade.',
    }),
  },
  { description: 'What the store pays; the operator sets it.' },
);

const Settlement = NamedObject(
  'StoreSettlement',
  {
    boletoDays: Type.Integer({ description: 'Business days after the day of payment until a boleto is available.' }),
    cardDays: Type.Integer({ description: 'Days for each installment until it is available.' }),
  },
  { description: 'When payments become available; a Pix is at once.' },
);

/** The store with its balance, its fees, and what may leave it. */
export const Store = NamedObject('Store', {
  ...StoreRecord.properties,
  ...details,
  fees: Fees,
  settlement: Settlement,
  payoutLimits: Nullable(LimitsInForce),
});

/** The store without its balance and fees. */
export const StoreProfile = NamedObject('StoreProfile', {
  ...Type.Omit(StoreRecord, ['balance']).properties,
  ...details,
});

/** What the store pays, and when its money comes, with the rate of an advance as the ledger has it. */
export function storeTerms(
  { fees, settlement }: Pick<ShownStore, 'fees' | 'settlement'>,
  advance: number | undefined,
): Pick<Static<typeof Store>, 'fees' | 'settlement'> {
  const cards = [
    [1, 1, fees.cardSingleBasisPoints],
    [2, 6, fees.cardShortBasisPoints],
    [7, 12, fees.cardLongBasisPoints],
  ] as const;
  return {
    fees: {
      pix: fees.pixCents,
      boleto: fees.boletoCents,
      card: cards.map(([fromInstallments, toInstallments, percentage]) => ({
        fromInstallments,
        toInstallments,
        percentage,
        fixed: fees.cardFixedCents,
      })),
      payout: fees.payoutCents,
      advance: advance ?? null,
    },
    settlement: { boletoDays: settlement.boletoDays, cardDays: settlement.cardDays },
  };
}

export function storeDetails(store: ShownStore, devMode: boolean) {
  const { legalName, status, methods, branding, mail, payerFields, minimumAmounts } = store;
  const { displayName, logoUrl, color, supportEmail } = branding;
  return {
    legalName: legalName ?? null,
    status,
    methods: [...(devMode ? methods.dev : methods.prod)],
    branding: {
      displayName: displayName ?? null,
      logoUrl: logoUrl ?? null,
      color: color ?? null,
      supportEmail: supportEmail ?? null,
    },
    mail: { kinds: [...mail.kinds], kindsChosen: mail.isChosen, language: mail.language },
    payerFields,
    payoutFee: store.fees.payoutCents,
    payoutFeeMode: store.payoutFeeMode,
    payoutApprovalAbove: store.payoutApprovalAbove ?? null,
    returnHosts: [...store.returnHosts],
    compatibility: store.compatibility,
    minimumAmounts: { checkout: minimumAmounts.checkout ?? null, boleto: minimumAmounts.boleto ?? null },
    refundOverdraft: store.refundOverdraft,
  };
}

export function storeProfile(store: ShownStore, devMode: boolean): Static<typeof StoreProfile> {
  const { id, name, website } = store;
  const createdAt = store.createdAt.toISOString();
  return { id, devMode, name, website, createdAt, updatedAt: createdAt, ...storeDetails(store, devMode) };
}

export const BrandingInput = NamedObject('BrandingInput', {
  displayName: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 60, ...brandParts.displayName }))),
  logoUrl: Type.Optional(Nullable({ ...PictureUrl(logoDataMax), ...brandParts.logoUrl })),
  color: Type.Optional(Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', ...brandParts.color }))),
  supportEmail: Type.Optional(Nullable(Email)),
});

/** What null takes away, as paths in a body with `branding`. */
export const clearableBrand = Object.keys(BrandingInput.properties).map((part) => `branding.${part}`);

const LegalName = Type.String({ minLength: 1, maxLength: 200, description: 'As registered.' });

export const StoreUpdate = NamedObject('StoreUpdate', {
  name: Type.Optional(Name),
  website: Type.Optional(Url),
  legalName: Type.Optional(Nullable(LegalName)),
  branding: Type.Optional(BrandingInput),
  mail: Type.Optional(StoreMailInput),
  payerFields: Type.Optional(PayerFieldsInput),
  payoutApprovalAbove: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: payoutCentsMax, ...payoutApprovalAbove })),
  ),
  returnHosts: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), returnHosts)),
  compatibility: Type.Optional({ ...Compatibility, ...compatibility }),
  minimumAmounts: Type.Optional(MinimumAmountsInput),
});

export const StoreClose = NamedObject('StoreClose', {
  confirm: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the store.' }),
});

export const StoreCreate = NamedObject('StoreCreate', {
  name: Name,
  taxId: TaxId,
  website: Url,
  legalName: Type.Optional(LegalName),
  city: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Of Pix codes, which have 15 letters of it, without accents.',
    }),
  ),
  branding: Type.Optional(BrandingInput),
});
