import {
  CreateSubAccountResponse,
  pageFromWire,
  pageToWire,
  type SubAccount as SubAccountMessage,
  type SubAccountServiceDefinition,
} from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import { sealedResponse, writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { createSubAccount } from '../paying-out/create-sub-account';
import type { SubAccount } from '../sub-accounts/sub-account';
import { subAccountNotFound } from '../sub-accounts/sub-account-errors';
import { countSubAccounts, findSubAccount, listSubAccounts } from '../sub-accounts/sub-account-repository';

/** The splits of one charge. */
const checkedMax = 20;

export function subAccountHandlers(
  deps: Deps,
  limits: { readonly max: number },
): RpcHandlers<SubAccountServiceDefinition> {
  const { db, sealer } = deps;
  return {
    createSubAccount: ({ name, taxId, externalId, metadataJson }, call) => {
      const { tenant } = call;
      const input = { name, taxId, externalId, metadataJson: metadataJson || '{}' };
      return writeOnce(
        deps,
        call,
        sealedResponse(sealer, tenant, call.idempotency, CreateSubAccountResponse),
        async (tx) => ({
          subAccount: toMessage(tenant, await createSubAccount(tx, tenant, input, limits)),
        }),
      );
    },

    getSubAccount: async ({ id }, { tenant }) => {
      const found = await findSubAccount(db, tenant, sealer, { id });
      if (!found) throw subAccountNotFound();
      return { subAccount: toMessage(tenant, found) };
    },

    listSubAccounts: async ({ page, id, externalId, taxId }, { tenant }) => {
      const found = await listSubAccounts(db, tenant, sealer, pageFromWire(page), { id, externalId, taxId });
      return { subAccounts: found.items.map((one) => toMessage(tenant, one)), page: pageToWire(found) };
    },

    checkSubAccounts: async ({ ids }, { tenant }) => {
      const distinct = [...new Set(ids)];
      if (distinct.length > checkedMax) throw invalidArgument(`At most ${String(checkedMax)} sub-accounts`);
      if ((await countSubAccounts(db, tenant, distinct)) < distinct.length) throw subAccountNotFound();
      return {};
    },
  };
}

function toMessage({ devMode }: Tenant, subAccount: SubAccount): SubAccountMessage {
  return { ...subAccount, devMode };
}
