import type { CreateCouponRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { NamedObject, type CouponStatusName, DiscountKind, CouponDuration } from '@pitanga/records';
import type { FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { warn } from '../edge/input/warnings';
import { MetadataInput } from '../fields/fields';
import { metadataJson } from '../fields/metadata';

/** v1 and v2 share these fields of a coupon; a validity and a duration are of v2 alone. */
const sharedFields = {
  code: Type.String({
    minLength: 1,
    maxLength: 50,
    description: 'Any visible characters, with single spaces inside; case is ignored.',
  }),
  discountKind: DiscountKind,
  discount: Type.Integer({
    minimum: 1,
    maximum: 9_999_999_999,
    description:
      'PERCENTAGE: hundredths of a percentage point, 1000 is 10 %, at most 10000; 1 to 99 answers a `Warning` header. ' +
      'FIXED: centavos, at least 100.',
    examples: [1000],
  }),
  notes: Type.Optional(Type.String({ maxLength: 500 })),
  maxRedeems: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: -1,
      description: 'How often the coupon may be redeemed; -1 is without limit.',
    }),
  ),
  metadata: Type.Optional(MetadataInput),
};

export const V1CouponCreate = NamedObject('CreateCoupon', sharedFields);

export const CouponCreate = NamedObject('CreateCoupon', {
  ...sharedFields,
  startsAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'To come: it can be used from then on. Left out: at once.' }),
  ),
  expiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'To come, and after `startsAt`: it is EXPIRED from then on. Left out: it has no end.',
    }),
  ),
  duration: Type.Optional({
    ...CouponDuration,
    description:
      'Which charges of a subscription it discounts, from the first that has it on: one, as many as `durationInCycles`, ' +
      'or every one. ONCE by default.',
  }),
  durationInCycles: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 999, description: 'Required with REPEATING, refused else.' }),
  ),
});

export function couponRequest(tenant: Tenant, body: Static<typeof CouponCreate>): CreateCouponRequest {
  return {
    tenant,
    code: body.code,
    discountKind: `DISCOUNT_KIND_${body.discountKind}`,
    discount: body.discount,
    notes: body.notes,
    maxRedeems: body.maxRedeems,
    metadataJson: metadataJson(body.metadata),
    startsAt: asDate(body.startsAt),
    expiresAt: asDate(body.expiresAt),
    duration: `COUPON_DURATION_${body.duration ?? 'ONCE'}`,
    durationInCycles: body.durationInCycles,
  };
}

function asDate(iso: string | undefined): Date | undefined {
  return iso === undefined ? undefined : new Date(iso);
}

/** A client that sends 10 for 10 % grants 0.1 %, which is easily overlooked. */
export function warnOfSmallPercentage(
  reply: FastifyReply,
  { discountKind, discount }: Static<typeof CouponCreate>,
): void {
  if (discountKind !== 'PERCENTAGE' || discount > 99) return;
  const percent = (discount / 100).toFixed(2);
  warn(reply, `Property 'discount' is hundredths of a percent: ${String(discount)} is ${percent} %, 1000 is 10 %`);
}

/** DISABLED is an alias of INACTIVE. */
export function couponStatus(status: CouponStatusName | 'DISABLED' | undefined): CouponStatusName | undefined {
  return status === 'DISABLED' ? 'INACTIVE' : status;
}
