import { addDays, isAppError, type Cents } from '@pitanga/core';
import { toEfiCharge, type EfiCharge } from './efi-charge';
import type { EfiClient } from './efi-client';
import { efiUnavailable } from './efi-errors';
import { efiFields, efiId, efiList } from './efi-values';

/** What is asked of Efí for one charge, before it has a way to be paid. */
export interface EfiChargeOrder {
  /** Ours: Efí does not make it unique. */
  readonly customId: string;
  /** What its only item is called. */
  readonly itemName: string;
  readonly amountCents: Cents;
  /** What Efí calls after every change; absent: nothing. */
  readonly notificationUrl: string | undefined;
  /** Another account makes it where Efí is not reached. */
  readonly givesWay?: boolean | undefined;
}

export interface EfiInstallments {
  readonly brand: string;
  readonly amountCents: Cents;
  readonly installments: number;
}

export interface EfiCharges {
  /** Makes one that cannot be paid yet, and answers its id. */
  create(order: EfiChargeOrder): Promise<string>;
  /** Undefined when Efí has no such charge. */
  read(id: string): Promise<EfiCharge | undefined>;
  /**
   * Gives it a way to be paid, once: a repeat reads what came of the first.
   * @throws AppError EFI_UNAVAILABLE when it has none and the outcome is unknown
   */
  pay(id: string, payment: object): Promise<EfiCharge>;
  /** The oldest with this id of ours that was made in the last days. @param today YYYY-MM-DD */
  find(customId: string, kind: 'billet' | 'card', today: string): Promise<EfiCharge | undefined>;
  /** What is paid, gone or of another state than it was stays as it is. */
  cancel(id: string): Promise<void>;
  /** Whether the account lets a payer pay interest on this many installments. */
  hasInterest(of: EfiInstallments): Promise<boolean>;
  /** Writes a sentence of ours into its history. */
  note(id: string, description: string): Promise<void>;
  /** Gives money of a card back; its answer is in the history. */
  refund(id: string, amountCents: Cents): Promise<void>;
}

/** How far back an order is looked for: a repeat comes within hours. */
const findDays = 7;
const nameLengthMax = 255;
/** It has a way to be paid already, or cannot be paid any more. */
const paidBefore: ReadonlySet<string | undefined> = new Set(['3500030', '3500044']);
/** It has no state in which it can be cancelled. */
const notCancellable = '3500043';

export function createEfiCharges(client: EfiClient): EfiCharges {
  const read = async (id: string): Promise<EfiCharge | undefined> => {
    const data = await client.found({ operation: 'charges_read', method: 'GET', path: toPath(id), isRepeatable: true });
    return data === undefined ? undefined : toEfiCharge(data);
  };
  return {
    create: (order) => create(client, order),
    read,
    pay: async (id, payment) => {
      const path = `${toPath(id)}/pay`;
      try {
        const call = { operation: 'charges_pay', method: 'POST', path, isRepeatable: false } as const;
        return toEfiCharge(await client.accepted({ ...call, body: { payment } }));
      } catch (error) {
        if (!isAppError(error)) throw error;
        const isUnknown = error.reason === 'EFI_UNAVAILABLE' || paidBefore.has(error.metadata['providerCode']);
        const known = isUnknown ? await read(id) : undefined;
        if (known === undefined || known.status === 'new') throw error;
        return known;
      }
    },
    find: async (customId, kind, today) => {
      const query = new URLSearchParams({
        charge_type: kind,
        begin_date: addDays(today, -findDays),
        end_date: addDays(today, 1),
        custom_id: customId,
        limit: '100',
      });
      const path = `/v1/charges?${query.toString()}`;
      const data = await client.accepted({ operation: 'charges_find', method: 'GET', path, isRepeatable: true });
      // A filter that is not understood would list the charges of others.
      const own = efiList(data).filter((item) => item['custom_id'] === customId && item['status'] !== 'canceled');
      const ids = own.flatMap((item) => efiId(item['id']) ?? efiId(item['charge_id']) ?? []);
      const oldest = ids.sort((first, second) => Number(first) - Number(second))[0];
      return oldest === undefined ? undefined : read(oldest);
    },
    cancel: async (id) => {
      const path = `${toPath(id)}/cancel`;
      try {
        await client.found({ operation: 'charges_cancel', method: 'PUT', path, isRepeatable: true });
      } catch (error) {
        if (!isAppError(error) || error.metadata['providerCode'] !== notCancellable) throw error;
      }
    },
    hasInterest: (of) => hasInterest(client, of),
    note: async (id, description) => {
      const path = `${toPath(id)}/history`;
      const call = { operation: 'charges_note', method: 'POST', path, isRepeatable: true } as const;
      await client.accepted({ ...call, body: { description } });
    },
    refund: async (id, amount) => {
      const path = `/v1/charge/card/${encodeURIComponent(id)}/refund`;
      const call = { operation: 'charges_refund', method: 'POST', path, isRepeatable: false } as const;
      await client.accepted({ ...call, body: { amount } });
    },
  };
}

/** A number of installments that the account does not have counts as one with interest, and is refused. */
async function hasInterest(client: EfiClient, { brand, amountCents, installments }: EfiInstallments): Promise<boolean> {
  const path = `/v1/installments?${new URLSearchParams({ total: String(amountCents), brand }).toString()}`;
  const data = await client.accepted({ operation: 'charges_installments', method: 'GET', path, isRepeatable: true });
  const offered = efiList(efiFields(data)['installments']);
  return offered.find(({ installment }) => installment === installments)?.['has_interest'] !== false;
}

/** After a lost answer it is made again: one that has no way to be paid is shown to no payer and has no effect. */
async function create(
  client: EfiClient,
  { customId, itemName, amountCents, notificationUrl, givesWay }: EfiChargeOrder,
): Promise<string> {
  const name = Array.from(itemName).slice(0, nameLengthMax).join('');
  const data = await client.accepted({
    operation: 'charges_create',
    method: 'POST',
    path: '/v1/charge',
    body: {
      items: [{ name, value: amountCents, amount: 1 }],
      metadata: { custom_id: customId, ...(notificationUrl !== undefined && { notification_url: notificationUrl }) },
    },
    isRepeatable: true,
    givesWay,
  });
  const id = efiId(efiFields(data)['charge_id']);
  if (id === undefined) throw efiUnavailable(new Error('an answer without an id'));
  return id;
}

function toPath(id: string): string {
  return `/v1/charge/${encodeURIComponent(id)}`;
}
