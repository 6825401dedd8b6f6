import { isPictureData } from '@pitanga/core';
import { normalizeEmail } from '@pitanga/core/identifiers';
import type { ApiRecord } from '../../api/records';
import { isColor, isReadable } from './contrast';

type Rule = ApiRecord<'PayerFields'>['email'];

export interface BrandForm {
  displayName: string;
  logoUrl: string;
  color: string;
  supportEmail: string;
  email: Rule;
  cellphone: Rule;
}

export function formOfStore({
  branding,
  payerFields,
}: Pick<ApiRecord<'Store'>, 'branding' | 'payerFields'>): BrandForm {
  return {
    displayName: branding.displayName ?? '',
    logoUrl: branding.logoUrl ?? '',
    color: branding.color ?? '',
    supportEmail: branding.supportEmail ?? '',
    ...payerFields,
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Everything of the form; what is emptied is taken away. */
export function brandBody({ displayName, logoUrl, color, supportEmail, email, cellphone }: BrandForm) {
  return {
    branding: {
      displayName: orNull(displayName),
      logoUrl: orNull(logoUrl),
      color: orNull(color),
      supportEmail: orNull(supportEmail),
    },
    payerFields: { email, cellphone },
  } satisfies ApiRecord<'StoreUpdate'>;
}

/** What can be shown while one types: a part that is not whole yet stays as it was saved. */
export function shownBrand(form: BrandForm): ApiRecord<'PreviewPaymentPage'> {
  const { branding, payerFields } = brandBody(form);
  const { displayName, logoUrl, color, supportEmail } = branding;
  return {
    branding: {
      displayName,
      ...(logoUrl === null || isLogo(logoUrl) ? { logoUrl } : {}),
      ...(color === null || isReadable(color) ? { color } : {}),
      ...(supportEmail === null || isEmail(supportEmail) ? { supportEmail } : {}),
    },
    payerFields,
    skip_customer: false,
    skip_review: false,
  };
}

export function isLogo(text: string): boolean {
  return text.trim() === '' || isPictureData(text) || /^https:\/\/[^\s/@]+\.[^\s]+$/i.test(text.trim());
}

export function isEmail(text: string): boolean {
  return text.trim() === '' || normalizeEmail(text) !== undefined;
}

/** Why a colour cannot be kept. */
export function colorProblem(text: string): 'badColor' | 'tooLight' | undefined {
  if (text.trim() === '' || isReadable(text.trim())) return undefined;
  return isColor(text.trim()) ? 'tooLight' : 'badColor';
}
