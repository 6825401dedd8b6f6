import type { ApiRecord } from '../../../api/records';
import type { Tone } from '../../../parts/status';

export type ApiKey = ApiRecord<'ApiKey'>;

export const keyTones: Readonly<Record<ApiKey['status'], Tone>> = {
  ACTIVE: 'good',
  EXPIRED: 'quiet',
  REVOKED: 'quiet',
};

/** `pit_dev_…x9Zq` */
export function maskedKey({ prefix, lastFour }: Pick<ApiKey, 'prefix' | 'lastFour'>): string {
  return `${prefix}…${lastFour}`;
}
