import type { CardPrice, Charge, Checkout, CheckoutItem } from '@pitanga/contracts';
import { checkoutRecord, methodNames, type MethodName } from '@pitanga/records';
import { toBuffer } from 'qrcode';
import type { PayerFields } from '../../../stores/payer-fields';
import type { Face } from '../html/face';
import { pageDocument } from '../html/layout';
import type { Language } from '../words/language';
import { itemsTotal } from './items-total';
import type { PayChoice } from './pay-choice';
import { payPage } from './pay-page';
import type { Visit } from './pay-visit';

/** What a payment page would sell, to whom it would show it, and how. */
export interface Sample {
  readonly devMode: boolean;
  readonly items: readonly CheckoutItem[];
  /** Addresses of the pictures of products, by product id. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly methods: readonly MethodName[];
  /** The one that is open; the first when left out. */
  readonly method: MethodName | undefined;
  readonly maxInstallments: number;
  /** What the card would cost, where its payer pays the fee. */
  readonly cardPrices: readonly CardPrice[];
  readonly allowCoupons: boolean;
  readonly skipCustomer: boolean;
  readonly skipReview: boolean;
  readonly knowsPayer: boolean;
  readonly returnUrl: string | undefined;
  readonly face: Face;
  readonly payerFields: PayerFields;
  readonly language: Language;
  readonly now: Date;
}

const id = 'bill_sample';
/** No bank takes it: it names no key and has no check sum. */
const sampleCode = '00020126580014br.gov.bcb.pix0136EXEMPLO-NAO-PAGAVEL-DA-PAGINA-PITANGA5204000053039865802BR6304';
const dayMs = 86_400_000;
const installmentsMax = 12;

let drawn: Promise<Buffer> | undefined;

/**
 * The payment page of what was not saved, as its payer would first see it: the same renderer, without scripts, and with a
 * Pix code that cannot be paid. Writes nothing.
 */
export async function samplePage(sample: Sample): Promise<string> {
  const { language, now } = sample;
  const visit = sampleVisit(sample);
  const charge = visit.method === 'PIX' ? sampleCharge(visit, await (drawn ??= toBuffer(sampleCode))) : undefined;
  const view = {
    visit,
    charge,
    problem: undefined,
    formId: '',
    kept: {},
    now: { store: now, real: now },
    language,
  };
  return pageDocument({ ...payPage(view), isSample: true }, language, '#').text;
}

function sampleVisit(sample: Sample): Visit {
  const { methods, method: wanted, now } = sample;
  const checkout = sampleCheckout(sample);
  const method = methods.find((offered) => offered === wanted) ?? methods[0] ?? 'PIX';
  return {
    ...sample,
    ...nothingYet,
    id,
    checkout,
    record: checkoutRecord(checkout),
    // The same page as that of a checkout until somebody pays.
    isLink: false,
    choice: { ...noChoice, method },
    method,
    methods: methodNames.filter((name) => methods.includes(name)),
    now,
  };
}

const noChoice: PayChoice = {
  method: undefined,
  coupon: undefined,
  couponProof: undefined,
  boleto: undefined,
  subscription: undefined,
  isPixAsked: false,
  isDone: false,
  notice: undefined,
  skipReview: false,
  skipCustomer: false,
  utms: undefined,
};

const nothingYet = {
  tenant: undefined,
  payment: undefined,
  needsAddress: false,
  isSubscription: false,
  prices: [],
  start: undefined,
  manageUrl: undefined,
  leaving: { isTest: true, hosts: [] },
  boughtId: undefined,
  upsell: undefined,
  mayTakeUpsell: false,
  isBuyer: false,
  receiptLink: (url: string | undefined) => url,
  isOpen: true,
  visitor: undefined,
  isKnown: true,
  askedCoupon: undefined,
  proposedCoupon: undefined,
  openPix: undefined,
  wallets: [],
  cardFields: undefined,
  cardInstallmentsMax: installmentsMax,
  settled: undefined,
  files: [],
  problem: undefined,
} satisfies Partial<Visit>;

function sampleCheckout(sample: Sample): Checkout {
  const { devMode, items, methods, maxInstallments, allowCoupons, skipCustomer, skipReview, returnUrl, now } = sample;
  return {
    id,
    devMode,
    url: '',
    amountCents: itemsTotal(items),
    platformFeeCents: 0,
    items: [...items],
    status: 'CHECKOUT_STATUS_PENDING',
    methods: methods.map((name) => `PAYMENT_METHOD_${name}` as const),
    wallets: [],
    frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
    coupons: [],
    couponsUsed: [],
    customerId: sample.knowsPayer ? 'cust_sample' : undefined,
    returnUrl,
    maxInstallments,
    passesFees: false,
    splits: [],
    skipCustomer,
    skipReview,
    allowCoupons,
    metadataJson: '{}',
    createdAt: now,
    updatedAt: now,
    discountCents: 0,
    refundedAmountCents: 0,
  };
}

function sampleCharge({ checkout, now }: Visit, qrPng: Buffer): Charge {
  return {
    id: 'char_sample',
    devMode: checkout.devMode,
    method: 'PAYMENT_METHOD_PIX',
    origin: 'CHARGE_ORIGIN_CHECKOUT',
    amountCents: checkout.amountCents,
    platformFeeCents: 0,
    status: 'CHARGE_STATUS_PENDING',
    pix: { brCode: sampleCode, qrPng, txid: '' },
    expiresAt: new Date(now.getTime() + dayMs),
  } as Charge;
}
