import type { PageRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Permission } from '../../../access/permission';
import type { Deps } from '../../../deps';
import type { FoundRecord } from './search-schemas';

interface Asked {
  readonly clients: Deps['clients'];
  readonly apiKeys: Deps['apiKeys'];
  readonly tenant: Tenant;
  readonly text: string;
  readonly context: CallContext;
}

/** Where records of a kind are found, for callers who may read them. */
export interface Source {
  readonly permission: Permission;
  find(asked: Asked): Promise<readonly FoundRecord[]>;
}

/** Records of one source. */
export const foundOfSource = 5;

export const page: PageRequest = {
  limit: foundOfSource,
  after: undefined,
  before: undefined,
  createdFrom: undefined,
  createdTo: undefined,
};
