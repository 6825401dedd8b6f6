import {
  detectFileType,
  invalidArgument,
  isPictureData,
  isVisible,
  normalizeEmail,
  readPictureData,
} from '@pitanga/core';
import { contrastMin, contrastWithWhite, logoDataMax, type Branding } from './branding';
import { fieldRules, type PayerFields } from './payer-fields';
import { returnHostsMax, toReturnHost } from './return-hosts';
import {
  mailKinds,
  mailLanguages,
  paymentMethods,
  type FeeSchedule,
  type MinimumAmounts,
  type StoreMail,
  type StoreProfile,
  type StoreSettings,
} from './store';

const nameMax = 200;
const urlMax = 2048;
const brandNameMax = 60;
/** R$ 1,000: more is a slip of the keyboard. */
const feeCentsMax = 100_000;
const basisPointsMax = 9_999;
const boletoDaysMax = 30;
const cardDaysMax = 90;
const rateLimitMax = 100_000;
/** R$ 1, which every charge has, to R$ 1,000: more is a slip of the keyboard. */
export const minimumAmountRange = { minimum: 100, maximum: 100_000 };
/** As much as one payout may be. */
export const payoutCentsMax = 9_999_999_999;

/** @throws AppError INVALID_ARGUMENT in one sentence for the first value that no service would take */
export function checkedStore<S extends StoreProfile & StoreSettings>(store: S): S {
  checkText('name', store.name, nameMax);
  checkUrl('website', store.website, ['http:', 'https:']);
  if (store.legalName !== undefined) checkText('legalName', store.legalName, nameMax);
  checkBranding(store.branding);
  checkMail(store.mail);
  checkPayerFields(store.payerFields);
  checkReturnHosts(store.returnHosts);
  if (!/^[A-Za-z][A-Za-z ]{0,14}$/.test(store.city)) {
    throw invalidArgument("Property 'city' should have letters only");
  }
  checkFees(store.fees);
  for (const environment of ['dev', 'prod'] as const) checkMethods(store.methods[environment]);
  checkInteger('settlement.boletoDays', store.settlement.boletoDays, boletoDaysMax);
  checkInteger('settlement.cardDays', store.settlement.cardDays, cardDaysMax);
  checkInteger('refundOverdraft', store.refundOverdraft, payoutCentsMax);
  if (store.payoutApprovalAbove !== undefined) {
    checkInteger('payoutApprovalAbove', store.payoutApprovalAbove, payoutCentsMax);
  }
  checkMinimumAmounts(store.minimumAmounts);
  if (store.rateLimitPerSecond !== undefined) checkInteger('rateLimit', store.rateLimitPerSecond, rateLimitMax);
  return store;
}

function checkBranding({ displayName, logoUrl, color, supportEmail }: Branding): void {
  if (displayName !== undefined) checkText('branding.displayName', displayName, brandNameMax);
  if (logoUrl !== undefined) checkLogo(logoUrl);
  if (color !== undefined) {
    if (!/^#[0-9a-f]{6}$/.test(color)) throw invalidArgument("Property 'branding.color' should be like #1a2b3c");
    const contrast = contrastWithWhite(color);
    if (contrast < contrastMin) {
      throw invalidArgument(
        `Property 'branding.color' should be darker: white text on it has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)}, and ${String(contrastMin)} is needed`,
      );
    }
  }
  if (supportEmail !== undefined && normalizeEmail(supportEmail) === undefined)
    throw invalidArgument("Property 'branding.supportEmail' should be an e-mail address");
}

/** Its content decides what a picture is: browsers are given the type that it says. */
function checkLogo(logoUrl: string): void {
  if (!isPictureData(logoUrl)) {
    checkUrl('branding.logoUrl', logoUrl, ['https:']);
    return;
  }
  const type = logoUrl.length <= logoDataMax ? detectFileType(readPictureData(logoUrl) ?? new Uint8Array()) : undefined;
  if (type === undefined || !logoUrl.startsWith(`data:${type};`)) {
    throw invalidArgument(
      "Property 'branding.logoUrl' should be a PNG, JPEG, GIF or WebP image of at most 30 kB",
      'FILE_NOT_ACCEPTED',
    );
  }
}

function checkFees(fees: FeeSchedule): void {
  for (const name of ['pixCents', 'boletoCents', 'cardFixedCents', 'payoutCents'] as const) {
    checkInteger(`fees.${name}`, fees[name], feeCentsMax);
  }
  for (const name of ['cardSingleBasisPoints', 'cardShortBasisPoints', 'cardLongBasisPoints'] as const) {
    checkInteger(`fees.${name}`, fees[name], basisPointsMax);
  }
}

function checkMinimumAmounts(amounts: MinimumAmounts): void {
  const { minimum, maximum } = minimumAmountRange;
  for (const name of ['checkout', 'boleto'] as const) {
    const amount = amounts[name] ?? minimum;
    if (!Number.isInteger(amount) || amount < minimum || amount > maximum) {
      throw invalidArgument(
        `Property 'minimumAmounts.${name}' should be an integer from ${String(minimum)} to ${String(maximum)}`,
      );
    }
  }
}

function checkMethods(methods: readonly string[]): void {
  const isKnown = methods.every((method) => paymentMethods.some((name) => name === method));
  if (!isKnown || new Set(methods).size !== methods.length) {
    throw invalidArgument(`Property 'methods' should have each of ${paymentMethods.join(', ')} at most once`);
  }
}

function checkMail({ kinds, language }: StoreMail): void {
  if (new Set(kinds).size !== kinds.length || !kinds.every((kind) => mailKinds.some((name) => name === kind))) {
    throw invalidArgument(`Property 'mail.kinds' should have each of ${mailKinds.join(', ')} at most once`);
  }
  if (!mailLanguages.some((name) => name === language)) {
    throw invalidArgument(`Property 'mail.language' should be ${mailLanguages.join(' or ')}`);
  }
}

function checkPayerFields(fields: PayerFields): void {
  for (const name of ['email', 'cellphone'] as const) {
    if (!fieldRules.some((rule) => rule === fields[name])) {
      throw invalidArgument(`Property 'payerFields.${name}' should be one of ${fieldRules.join(', ')}`);
    }
  }
}

function checkReturnHosts(hosts: readonly string[]): void {
  if (hosts.length > returnHostsMax) {
    throw invalidArgument(`Property 'returnHosts' should have at most ${String(returnHostsMax)} hosts`);
  }
  if (!hosts.every((host) => toReturnHost(host) === host)) {
    throw invalidArgument("Property 'returnHosts' should have hosts like shop.example");
  }
}

function checkText(name: string, text: string, max: number): void {
  // eslint-disable-next-line no-control-regex -- a name goes into pages, BR Codes and terminals
  if (!isVisible(text) || text.length > max || /[\u0000-\u001f\u007f]/.test(text)) {
    throw invalidArgument(`Property '${name}' should have 1 to ${String(max)} characters`);
  }
}

function checkUrl(name: string, text: string, protocols: readonly string[]): void {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.password === '' && !/[\s\\]/.test(text);
  if (!isPlain || text.length > urlMax || !protocols.includes(url.protocol)) {
    const schemes = protocols.map((protocol) => protocol.slice(0, -1)).join(' or ');
    throw invalidArgument(`Property '${name}' should be an ${schemes} URL without user name and password`);
  }
}

function checkInteger(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw invalidArgument(`Property '${name}' should be an integer from 0 to ${String(max)}`);
  }
}
