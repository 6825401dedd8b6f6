import { isCouponCode } from '@pitanga/core';
import type { ApiRecord } from '../../api/records';
import { toInstant } from '../../format/time';
import { toMetadata, type MetadataRow } from '../../forms/metadata';

export interface CouponForm {
  code: string;
  discountKind: 'PERCENTAGE' | 'FIXED';
  /** As typed: `12,5`. */
  percent: string;
  /** Centavos. */
  amount: number | undefined;
  /** Undefined for no limit. */
  maxRedeems: number | undefined;
  /** `2026-12-01T00:00`, in the store's zone; empty for none. */
  startsAt: string;
  expiresAt: string;
  duration: 'ONCE' | 'REPEATING' | 'FOREVER';
  /** Of REPEATING alone. */
  durationInCycles: number | undefined;
  notes: string;
  metadata: MetadataRow[];
}

export const emptyCoupon: CouponForm = {
  code: '',
  discountKind: 'PERCENTAGE',
  percent: '',
  amount: undefined,
  maxRedeems: undefined,
  startsAt: '',
  expiresAt: '',
  duration: 'ONCE',
  durationInCycles: undefined,
  notes: '',
  metadata: [],
};

/** The smallest and the largest fixed discount, in centavos. */
export const fixedMin = 100;
export const fixedMax = 9_999_999_999;

/** The most charges that a coupon may repeat on. */
export const repeatsMax = 999;

export const isCode = (text: string): boolean => isCouponCode(text.trim());

/**
 * The hundredths of a percent that a person typed: `10`, `12,5`, `0.25 %`. Its digits are placed, nothing is multiplied.
 * Undefined outside 0,01 % to 100 %.
 */
export function parsePercent(text: string): number | undefined {
  const shape = /^(\d{1,3})(?:[.,](\d{0,2}))?\s*%?$/.exec(text.trim());
  if (!shape) return undefined;
  const [, whole = '', hundredths = ''] = shape;
  const parsed = Number(`${whole}${hundredths.padEnd(2, '0')}`);
  return parsed >= 1 && parsed <= 10_000 ? parsed : undefined;
}

/** Whether the end that was typed comes after the start; also while one of them is empty. */
export function endsAfterStart({ startsAt, expiresAt }: Pick<CouponForm, 'startsAt' | 'expiresAt'>): boolean {
  return startsAt === '' || expiresAt === '' || startsAt < expiresAt;
}

/** The body of a create; what is not typed yet stands as nothing. */
export function couponBody(form: CouponForm): ApiRecord<'CreateCoupon'> {
  const { code, discountKind, percent, amount, maxRedeems, startsAt, expiresAt, duration, durationInCycles, notes } =
    form;
  const metadata = toMetadata(form.metadata);
  return {
    code: code.trim(),
    discountKind,
    discount: (discountKind === 'PERCENTAGE' ? parsePercent(percent) : amount) ?? 0,
    ...(maxRedeems === undefined ? {} : { maxRedeems }),
    ...(startsAt === '' ? {} : { startsAt: toInstant(startsAt) }),
    ...(expiresAt === '' ? {} : { expiresAt: toInstant(expiresAt) }),
    duration,
    ...(duration === 'REPEATING' && { durationInCycles }),
    ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  } as ApiRecord<'CreateCoupon'>;
}
