/** What every kind of event has. */
export interface StoreEvent {
  readonly id: string;
  readonly event: string;
  readonly data: object;
  readonly requestId: string | null;
  readonly createdAt: string;
}

/** The record that an event is about first of all: the checkout of `checkout.completed`, the withdrawal of `payout.failed`. */
export function findRecordId({ event, data }: Pick<StoreEvent, 'event' | 'data'>): string | undefined {
  const kind = event.split('.')[0] ?? '';
  const record: unknown = (data as Record<string, unknown>)[kind === 'payout' ? 'withdraw' : kind];
  const id: unknown = typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
