import type { ApiRecord } from '../../../api/records';
import { toInstant } from '../../../format/time';

export interface ReplayForm {
  readonly webhookId: string;
  /** `2026-11-23T09:00`, in São Paulo. */
  readonly from: string;
  readonly to: string;
  /** Empty for all. */
  readonly status: '' | 'FAILED' | 'DELIVERED' | 'DROPPED' | 'PENDING';
  /** Also what was never sent to the webhook, which is of v2. */
  readonly includeMissing: boolean;
}

const daysMax = 7;

/** The body of a replay; undefined for a window that the API would refuse. */
export function replayBody({
  webhookId,
  from,
  to,
  status,
  includeMissing,
}: ReplayForm): ApiRecord<'ReplayDeliveries'> | undefined {
  const [start, end] = [from, to].map((local) => Date.parse(toInstant(local))) as [number, number];
  const isWindow = end > start && end - start <= daysMax * 86_400_000;
  if (webhookId === '' || !isWindow) return undefined;
  return {
    webhookId,
    from: toInstant(from),
    to: toInstant(to),
    ...(status === '' ? {} : { status }),
    ...(includeMissing && { includeMissing }),
  };
}
