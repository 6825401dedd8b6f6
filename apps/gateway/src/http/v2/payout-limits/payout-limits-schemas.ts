import { maskPixKey, pixKeyTypes, type PixKeyType } from '@pitanga/core';
import type { GetPayoutUseResponse } from '@pitanga/contracts';
import { NamedObject, Nullable, OneOf, Timestamp } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import type { LimitChange } from '../../../payout-limits/limit-change';
import {
  allowedKeysMax,
  intervalSecondsMax,
  limitNames,
  type LimitPatch,
  type PayoutLimits,
} from '../../../payout-limits/payout-limits';
import { payoutCentsMax } from '../../../stores/store-rules';
import { Id } from '../../fields/fields';
import { listQuery } from '../lists';

const keyTypes = pixKeyTypes.filter((type): type is Exclude<PixKeyType, 'BR_CODE'> => type !== 'BR_CODE');

const AllowedKeyType = OneOf('AllowedPixKeyType', keyTypes);

const texts = {
  perOrder: 'Centavos of one withdrawal, Pix transfer or refund to a Pix key.',
  perDay: 'Centavos of a calendar day in America/Sao_Paulo.',
  perNight: 'Centavos from 20:00 to 08:00 in America/Sao_Paulo.',
  intervalSeconds: 'Shortest time from one order to the next.',
  allowedKeys: 'The only Pix keys to which transfers and refunds may go.',
};

const Key = NamedObject('AllowedPixKey', {
  type: AllowedKeyType,
  key: Type.String({ description: 'Masked for whoever may not change limits.' }),
});

const shown = {
  perOrder: Nullable(Type.Integer({ description: texts.perOrder })),
  perDay: Nullable(Type.Integer({ description: texts.perDay })),
  perNight: Nullable(Type.Integer({ description: texts.perNight })),
  intervalSeconds: Nullable(Type.Integer({ description: texts.intervalSeconds })),
  allowedKeys: Nullable(Type.Array(Key, { description: texts.allowedKeys })),
};

const used = {
  day: Type.Integer({ description: 'Centavos of today that left or are about to.' }),
  dayEndsAt: Timestamp,
  night: Type.Integer({ description: 'Centavos of the night that it is, or of the next one.' }),
  nightEndsAt: Timestamp,
  nextOrderAt: Nullable(
    Type.String({ format: 'date-time', description: 'Before it nothing may leave; null: at once.' }),
  ),
};

export const LimitsInForce = NamedObject('PayoutLimits', { ...shown, used: NamedObject('PayoutLimitsUsed', used) });

const ChangedLimits = NamedObject('ChangedPayoutLimits', {
  perOrder: Type.Optional(shown.perOrder),
  perDay: Type.Optional(shown.perDay),
  perNight: Type.Optional(shown.perNight),
  intervalSeconds: Type.Optional(shown.intervalSeconds),
  allowedKeys: Type.Optional(shown.allowedKeys),
  payoutApprovalAbove: Type.Optional(Nullable(Type.Integer())),
});

export const LimitChangeRecord = NamedObject('PayoutLimitChange', {
  id: Type.String(),
  devMode: Type.Boolean(),
  status: OneOf('PayoutLimitChangeStatus', ['WAITING', 'SCHEDULED', 'APPLIED', 'CANCELLED', 'EXPIRED'], {
    description: 'WAITING for a second person; SCHEDULED: it works from worksAt.',
  }),
  confirmation: OneOf('PayoutLimitConfirmation', ['SECOND_PERSON', 'DELAY', 'NONE'], {
    description: 'DELAY: nobody else could confirm it. NONE: it loosens nothing, and worked at once.',
  }),
  before: ChangedLimits,
  after: ChangedLimits,
  askedBy: Type.String({ description: 'The id of the person.' }),
  askedAt: Timestamp,
  confirmedBy: Nullable(Type.String()),
  confirmedAt: Nullable(Timestamp),
  worksAt: Nullable(Timestamp),
  expiresAt: Type.String({ format: 'date-time', description: 'Until when a second person may confirm it.' }),
  endedBy: Nullable(Type.String()),
  endedAt: Nullable(Timestamp),
});

export const LimitsRecord = NamedObject('PayoutLimitsAndChange', {
  limits: Nullable(LimitsInForce),
  payoutApprovalAbove: Nullable(Type.Integer()),
  change: Nullable(LimitChangeRecord),
});

const amount = (description: string) =>
  Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: payoutCentsMax, description })));

export const LimitsUpdate = NamedObject('UpdatePayoutLimits', {
  perOrder: amount(texts.perOrder),
  perDay: amount(texts.perDay),
  perNight: amount(texts.perNight),
  intervalSeconds: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: intervalSecondsMax, description: texts.intervalSeconds })),
  ),
  allowedKeys: Type.Optional(
    Nullable(
      Type.Array(
        NamedObject('AllowedPixKeyInput', {
          type: AllowedKeyType,
          key: Type.String({ minLength: 1, maxLength: 512 }),
        }),
        { maxItems: allowedKeysMax, description: texts.allowedKeys },
      ),
    ),
  ),
  payoutApprovalAbove: amount('The same as in store/update, for both environments.'),
});

export const LimitChangeList = Type.Object(listQuery);

export const LimitChangeId = NamedObject('PayoutLimitChangeId', { id: Id });

/** What null takes away. */
export const clearableLimits: string[] = [...limitNames];

function shownKeys(keys: PayoutLimits['allowedKeys'], isWhole: boolean) {
  return keys ? keys.map(({ type, key }) => ({ type, key: isWhole ? key : maskPixKey(type, key) })) : null;
}

/** @param isWhole for a person who may change them; others see the Pix keys masked */
export function limitsInForce(
  { perOrder, perDay, perNight, intervalSeconds, allowedKeys }: PayoutLimits,
  use: GetPayoutUseResponse,
  { isWhole, now }: { readonly isWhole: boolean; readonly now: Date },
): Static<typeof LimitsInForce> {
  const next = use.lastOrderAt && new Date(use.lastOrderAt.getTime() + (intervalSeconds ?? 0) * 1_000);
  return {
    perOrder: perOrder ?? null,
    perDay: perDay ?? null,
    perNight: perNight ?? null,
    intervalSeconds: intervalSeconds ?? null,
    allowedKeys: shownKeys(allowedKeys, isWhole),
    used: {
      day: use.dayCents,
      dayEndsAt: toText(use.dayEndsAt) ?? '',
      night: use.nightCents,
      nightEndsAt: toText(use.nightEndsAt) ?? '',
      nextOrderAt: next && next > now ? next.toISOString() : null,
    },
  };
}

export function limitChangeRecord(change: LimitChange, isWhole: boolean): Static<typeof LimitChangeRecord> {
  const { id, devMode, status, confirmation, askedBy, confirmedBy = null, endedBy = null } = change;
  return {
    id,
    devMode,
    status,
    confirmation,
    before: shownPatch(change.before, isWhole),
    after: shownPatch(change.patch, isWhole),
    askedBy,
    askedAt: change.askedAt.toISOString(),
    confirmedBy,
    confirmedAt: toText(change.confirmedAt),
    worksAt: toText(change.worksAt),
    expiresAt: change.expiresAt.toISOString(),
    endedBy,
    endedAt: toText(change.endedAt),
  };
}

function shownPatch(patch: LimitPatch, isWhole: boolean): Static<typeof ChangedLimits> {
  const shown = limitNames
    .filter((name) => patch[name] !== undefined)
    .map(
      (name) => [name, name === 'allowedKeys' ? shownKeys(patch[name] ?? undefined, isWhole) : patch[name]] as const,
    );
  return Object.fromEntries(shown);
}

function toText(at: Date | undefined): string | null {
  return at?.toISOString() ?? null;
}
