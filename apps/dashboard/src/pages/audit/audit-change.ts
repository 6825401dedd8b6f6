type State = Readonly<Record<string, unknown>> | null;

interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Names of fields whose values the log does not keep. */
const hiddenField = 'changed';

/** What an entry changed, field by field; what stayed the same is left out. */
export function findDifferences(before: State, after: State): readonly Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => field !== hiddenField)
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}

/** The fields that changed without their values, such as a legal name. */
export function hiddenFields(after: State): readonly string[] {
  const names = after?.[hiddenField];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

type ShownValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'money'; readonly amount: number }
  | { readonly kind: 'rate'; readonly amount: number }
  | { readonly kind: 'instant'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'answer'; readonly isYes: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** Amounts in centavos whose names do not say so. */
const amounts: ReadonlySet<string> = new Set([
  'payoutApprovalAbove',
  'refundOverdraft',
  'minimumAmounts.checkout',
  'minimumAmounts.boleto',
  'perOrder',
  'perDay',
  'perNight',
]);

const isAmount = (field: string): boolean => field.endsWith('Cents') || amounts.has(field);

/** How a value of a field is shown: fees and limits as money or a rate, ends of days as times. */
export function shownValue(field: string, value: unknown): ShownValue {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'answer', isYes: value };
  if (typeof value === 'number' && isAmount(field)) return { kind: 'money', amount: value };
  if (typeof value === 'number' && field.endsWith('BasisPoints')) return { kind: 'rate', amount: value };
  if (Array.isArray(value)) return value.length === 0 ? { kind: 'none' } : { kind: 'list', items: value.map(String) };
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)) return { kind: 'instant', text: value };
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}
