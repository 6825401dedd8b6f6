import { invalidArgument, normalizePixKey, type PixKeyType } from '@pitanga/core';
import { payoutCentsMax } from '../stores/store-rules';

/** A Pix key in the form of the DICT. */
export interface PixKey {
  readonly type: Exclude<PixKeyType, 'BR_CODE'>;
  readonly key: string;
}

/** What of a store's money may leave, in one environment: centavos and seconds. What is undefined is not limited. */
export interface PayoutLimits {
  readonly perOrder: number | undefined;
  readonly perDay: number | undefined;
  readonly perNight: number | undefined;
  readonly intervalSeconds: number | undefined;
  /** The only Pix keys to which transfers and refunds may go. */
  readonly allowedKeys: readonly PixKey[] | undefined;
}

/** With the amount above which a payout waits for a second person, which is one for both environments. */
export interface LimitState extends PayoutLimits {
  readonly payoutApprovalAbove: number | undefined;
}

/** What is undefined stays, null takes a limit away. */
export type LimitPatch = { readonly [Name in keyof LimitState]?: LimitState[Name] | null };

export const noLimits: PayoutLimits = {
  perOrder: undefined,
  perDay: undefined,
  perNight: undefined,
  intervalSeconds: undefined,
  allowedKeys: undefined,
};

export const intervalSecondsMax = 86_400;
export const allowedKeysMax = 100;
export const limitNames = [
  'perOrder',
  'perDay',
  'perNight',
  'intervalSeconds',
  'allowedKeys',
  'payoutApprovalAbove',
] as const satisfies readonly (keyof LimitState)[];
export type LimitName = (typeof limitNames)[number];

/** Keys in the form of the DICT, each once. @throws AppError INVALID_ARGUMENT */
export function checkedPatch({ allowedKeys, ...patch }: LimitPatch): LimitPatch {
  for (const name of ['perOrder', 'perDay', 'perNight', 'payoutApprovalAbove'] as const) {
    checkInteger(name, patch[name], payoutCentsMax);
  }
  checkInteger('intervalSeconds', patch.intervalSeconds, intervalSecondsMax);
  if (!allowedKeys) return allowedKeys === null ? { ...patch, allowedKeys } : patch;
  const byKey = new Map(
    allowedKeys.map(({ type, key: text }) => {
      const key = normalizePixKey(type, text);
      return [key, { type, key }] as const;
    }),
  );
  if (byKey.size > allowedKeysMax) {
    throw invalidArgument(`Property 'allowedKeys' should have at most ${String(allowedKeysMax)} keys`);
  }
  return { ...patch, allowedKeys: [...byKey.values()] };
}

function checkInteger(name: string, value: number | null | undefined, max: number): void {
  if (value === undefined || value === null) return;
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw invalidArgument(`Property '${name}' should be an integer from 0 to ${String(max)}`);
  }
}

export function applyPatch(state: LimitState, patch: LimitPatch): LimitState {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...state, ...Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])) };
}

/** These limits, as a patch that brings them back. */
export function pickLimits(state: LimitState, names: readonly LimitName[]): LimitPatch {
  return Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
}

/** What a patch changes of a state. */
export function changedNames(before: LimitState, after: LimitState): readonly LimitName[] {
  return limitNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Whether anything may leave after it that could not before it. */
export function isLooser(before: LimitState, after: LimitState): boolean {
  const isHigher = (name: 'perOrder' | 'perDay' | 'perNight' | 'payoutApprovalAbove'): boolean =>
    before[name] !== undefined && (after[name] === undefined || after[name] > before[name]);
  const known = before.allowedKeys && new Set(before.allowedKeys.map(({ key }) => key));
  return (
    isHigher('perOrder') ||
    isHigher('perDay') ||
    isHigher('perNight') ||
    isHigher('payoutApprovalAbove') ||
    (before.intervalSeconds ?? 0) > (after.intervalSeconds ?? 0) ||
    (known !== undefined && !(after.allowedKeys?.every(({ key }) => known.has(key)) ?? false))
  );
}

/** For the audit log, which names no Pix key. */
export function limitParts(state: LimitState, names: readonly LimitName[]): Record<string, number | null> {
  return Object.fromEntries(
    names.map((name) => [name, (name === 'allowedKeys' ? state[name]?.length : state[name]) ?? null]),
  );
}
