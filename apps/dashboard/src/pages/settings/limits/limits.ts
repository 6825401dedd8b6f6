import type { ApiRecord } from '../../../api/records';
import type { Tone } from '../../../parts/status';

export type LimitChange = ApiRecord<'PayoutLimitChange'>;
type LimitPatch = ApiRecord<'ChangedPayoutLimits'>;
export type AllowedKey = ApiRecord<'AllowedPixKey'>;

export const limitNames = [
  'perOrder',
  'perDay',
  'perNight',
  'intervalSeconds',
  'allowedKeys',
  'payoutApprovalAbove',
] as const satisfies readonly (keyof LimitPatch)[];
type LimitName = (typeof limitNames)[number];

/** Everything that bounds what leaves, of one environment; null: no limit. */
export type LimitState = Required<LimitPatch>;

/** Undefined amounts and seconds are not limited; the keys count while `isListed`. */
export interface LimitForm {
  perOrder: number | undefined;
  perDay: number | undefined;
  perNight: number | undefined;
  intervalSeconds: number | undefined;
  payoutApprovalAbove: number | undefined;
  isListed: boolean;
  allowedKeys: readonly AllowedKey[];
}

export const intervalSecondsMax = 86_400;
export const allowedKeysMax = 100;

export const changeTones: Readonly<Record<LimitChange['status'], Tone>> = {
  WAITING: 'wait',
  SCHEDULED: 'info',
  APPLIED: 'good',
  CANCELLED: 'quiet',
  EXPIRED: 'quiet',
};

export function toLimitState({ limits, payoutApprovalAbove }: ApiRecord<'PayoutLimitsAndChange'>): LimitState {
  const { perOrder = null, perDay = null, perNight = null, intervalSeconds = null, allowedKeys = null } = limits ?? {};
  return { perOrder, perDay, perNight, intervalSeconds, allowedKeys, payoutApprovalAbove };
}

export function toLimitForm(state: LimitState): LimitForm {
  return {
    perOrder: state.perOrder ?? undefined,
    perDay: state.perDay ?? undefined,
    perNight: state.perNight ?? undefined,
    intervalSeconds: state.intervalSeconds ?? undefined,
    payoutApprovalAbove: state.payoutApprovalAbove ?? undefined,
    isListed: state.allowedKeys !== null,
    allowedKeys: state.allowedKeys ?? [],
  };
}

/** What changed and nothing else; null takes a limit away. Undefined when nothing did. */
export function limitChanges(form: LimitForm, before: LimitState): LimitPatch | undefined {
  const after: LimitState = {
    perOrder: form.perOrder ?? null,
    perDay: form.perDay ?? null,
    perNight: form.perNight ?? null,
    intervalSeconds: form.intervalSeconds ?? null,
    payoutApprovalAbove: form.payoutApprovalAbove ?? null,
    allowedKeys: form.isListed ? [...form.allowedKeys] : null,
  };
  const changed = limitNames.filter((name) => !isSame(before[name], after[name]));
  return changed.length === 0 ? undefined : pick(after, changed);
}

/** The parts of a state that a patch changes. */
export function changedParts(state: LimitState, patch: LimitPatch): LimitPatch {
  return pick(state, namesIn(patch));
}

export function namesIn(patch: LimitPatch): readonly LimitName[] {
  return limitNames.filter((name) => patch[name] !== undefined);
}

/** Of these, which let more leave than before: they take two people and a day (docs/behaviour/payouts.md#limit-looser). */
export function looserNames(before: LimitPatch, patch: LimitPatch): readonly LimitName[] {
  return namesIn(patch).filter((name) => {
    if (name === 'allowedKeys') return isLongerList(before.allowedKeys, patch.allowedKeys);
    const [old, next] = [before[name] ?? null, patch[name] ?? null];
    if (name === 'intervalSeconds') return (old ?? 0) > (next ?? 0);
    return old !== null && (next === null || next > old);
  });
}

type Keys = readonly AllowedKey[] | null | undefined;

/** Keys that one list has and the other has not. */
export function keysOnlyIn(keys: readonly AllowedKey[], others: readonly AllowedKey[]): readonly AllowedKey[] {
  const known = new Set(others.map(({ key }) => key));
  return keys.filter(({ key }) => !known.has(key));
}

function isLongerList(old: Keys, next: Keys): boolean {
  if (!old) return false;
  return !next || keysOnlyIn(next, old).length > 0;
}

function isSame(old: LimitState[LimitName], next: LimitState[LimitName]): boolean {
  if (!Array.isArray(old) || !Array.isArray(next)) return old === next;
  return keysOnlyIn(old, next).length === 0 && keysOnlyIn(next, old).length === 0;
}

function pick(state: LimitState, names: readonly LimitName[]): LimitPatch {
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

/** What a person may do with a change that is under way: who asked for it never confirms it. */
export function allowedSteps(
  { status, askedBy }: Pick<LimitChange, 'status' | 'askedBy'>,
  { userId, mayChange }: { readonly userId: string; readonly mayChange: boolean },
): { readonly mayConfirm: boolean; readonly mayCancel: boolean } {
  const mayCancel = mayChange && (status === 'WAITING' || status === 'SCHEDULED');
  return { mayCancel, mayConfirm: mayCancel && status === 'WAITING' && askedBy !== userId };
}
