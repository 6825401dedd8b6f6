import type { ApiRecord } from '../../../api/records';
import type { Tone } from '../../../parts/status';
import type { Permission } from '../../../session/store-context';

type Item = ApiRecord<'ReadinessItem'>;

export const readinessTones: Readonly<Record<Item['status'], Tone>> = {
  OK: 'good',
  OPTIONAL: 'quiet',
  WARNING: 'wait',
  MISSING: 'bad',
};

/** Items that name no provider or method. */
const plainItems = ['WEBSITE', 'BRANDING', 'API_KEY', 'WEBHOOK', 'SECOND_FACTOR'] as const;

type PlainItem = (typeof plainItems)[number];

export function isPlainItem(item: string): item is PlainItem {
  return (plainItems as readonly string[]).includes(item);
}

/** `METHOD_PIX` is of the method PIX; undefined for others. */
export function parseMethodItem(item: string): string | undefined {
  return /^METHOD_(.+)$/.exec(item)?.[1];
}

/** `CERTIFICATE_BACEN_PIX` is of that provider; undefined for others. */
export function parseCertificateItem(item: string): string | undefined {
  return /^CERTIFICATE_(.+)$/.exec(item)?.[1];
}

/** Where an item is put right, and the permission that its page needs; methods and certificates are on this page. */
export const repairPages: Readonly<Record<PlainItem, readonly [path: string, needs: Permission]>> = {
  WEBSITE: ['/settings', 'STORE:UPDATE'],
  BRANDING: ['/settings/branding', 'STORE:UPDATE'],
  API_KEY: ['/developers/keys', 'API_KEY:READ'],
  WEBHOOK: ['/developers/webhooks', 'WEBHOOK:READ'],
  SECOND_FACTOR: ['/account', 'STORE:READ'],
};
