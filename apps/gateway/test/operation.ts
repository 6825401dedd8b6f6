import * as records from '@pitanga/records';
import { caller, type Answers } from './whole-api';

/** One row of the tables of operations. */
export interface Operation {
  readonly call: string;
  readonly body?: object;
  /** Whose call it is: `full` unless the operation wants another. */
  readonly key?: string;
  readonly answers: Answers;
  /** What the service is asked, besides the tenant. */
  readonly request: object;
  /** The public record, made by the same function that the webhooks use. */
  readonly data: unknown;
}

export const page = { hasMore: true, next: 'id_last', before: undefined };
export const firstPage = {
  limit: 100,
  after: undefined,
  before: undefined,
  createdFrom: undefined,
  createdTo: undefined,
};
export const taxId = '123.456.789-09';
export const inline = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId };
export const inlineInput = { ...inline, taxId: '12345678909', zipCode: undefined, metadataJson: '{}' };

const balance = { availableCents: -1, pendingCents: 2, blockedCents: 3 };

export function storeOperation(path: string): Operation {
  const { tenant, storeName, storeWebsite } = caller;
  return {
    call: `GET ${path}`,
    answers: { 'ledger.getBalance': balance },
    request: {},
    data: records.storeRecord({ id: tenant.storeId, name: storeName, website: storeWebsite }, balance),
  };
}
