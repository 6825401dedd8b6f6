import type { CustomerServiceDefinition, PersonExportServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';

type PersonExports = Pick<RpcClient<typeof PersonExportServiceDefinition>, 'exportPerson' | 'close'>;

/** Billing knows who a person is; every service exports its own part. */
export interface PersonClients {
  readonly customers: Pick<
    RpcClient<typeof CustomerServiceDefinition>,
    'findPerson' | 'erasePerson' | 'deleteCustomer' | 'close'
  >;
  readonly billingPersons: PersonExports;
  readonly subscriptionsPersons: PersonExports;
  readonly ledgerPersons: PersonExports;
  readonly payoutsPersons: PersonExports;
  readonly webhooksPersons: PersonExports;
}
