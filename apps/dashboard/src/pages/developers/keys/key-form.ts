import type { ApiRecord } from '../../../api/records';
import { addDays } from '../../../format/time';
import { addressesIn, endOfDay, type KeyPermission } from './permissions';

export interface KeyForm {
  description: string;
  kind: 'SECRET' | 'PUBLIC';
  /** Days from today, `day` for the day beside it, or empty for none. */
  expiry: '' | '30' | '90' | '365' | 'day';
  day: string;
  addresses: string;
}

/** What the API is asked for: what was left empty is left out. */
export function keyBody(
  form: KeyForm,
  permissions: readonly KeyPermission[],
  today: string,
): ApiRecord<'ApiKeyCreate'> {
  const { description, kind, expiry, day } = form;
  const lastDay = expiry === '' ? '' : expiry === 'day' ? day : addDays(today, Number(expiry));
  const allowedAddresses = [...addressesIn(form.addresses)];
  return {
    description: description.trim(),
    ...(kind === 'PUBLIC' ? { kind } : { permissions: [...permissions] }),
    ...(lastDay === '' ? {} : { expiresAt: endOfDay(lastDay) }),
    ...(allowedAddresses.length === 0 ? {} : { allowedAddresses }),
  };
}
