import type { ApiRecord } from '../../api/records';

export const paymentMethods = ['PIX', 'BOLETO', 'CARD'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The methods by which the store can take payments now, as its providers say. */
export function toTaken(methods: readonly Pick<ApiRecord<'ProviderMethod'>, 'method' | 'available'>[]) {
  return paymentMethods.filter((method) => methods.some((one) => one.method === method && one.available));
}

/** The same of the checklist, for who may not read providers: what is offered there and is neither missing nor left open. */
export function readTaken(
  offered: readonly PaymentMethod[],
  items: readonly Pick<ApiRecord<'ReadinessItem'>, 'item' | 'status'>[],
): PaymentMethod[] {
  return paymentMethods.filter((method) => {
    const status = items.find(({ item }) => item === `METHOD_${method}`)?.status;
    return offered.includes(method) && (status === 'OK' || status === 'WARNING');
  });
}

/** What a new page has ticked: of the usual methods those that can be taken, else all that can. */
export function firstChoice(
  usual: readonly PaymentMethod[],
  taken: readonly PaymentMethod[] | undefined,
): PaymentMethod[] {
  if (taken === undefined) return [...usual];
  const both = usual.filter((method) => taken.includes(method));
  return both.length > 0 ? both : [...taken];
}
