import { isAppError, maskPixKey, normalizePixKey, type PixKeyType, type Tenant } from '@pitanga/core';
import type { PersonKeys, PersonSection } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { taxIdPlace } from '../sub-accounts/sub-account-repository';
import { sealedTargets } from './payout-row';

/**
 * What payouts holds about a person: what was sent to a Pix key that is theirs, and their sub-accounts. The rows are found by the masked key,
 * which others may share, and shown only when the sealed key is the same. A new table with personal data gets a section
 * here and its line in docs/personal-data.md.
 */
export function personSections(sealer: Sealer): readonly PersonSection[] {
  return [
    {
      name: 'payoutsReceived',
      sql: `select id as key, id, store_id, kind, status, external_id, amount_cents, pix_key_type, target_type,
          target_key_sealed, description, end_to_end_id, created_at, updated_at
        from payouts
        where store_id = :storeId and dev_mode = :devMode and masked_pix_key = any (:maskedKeys)`,
      bind: (_tenant, person) => ({ maskedKeys: listPixKeys(person).map(({ type, key }) => maskPixKey(type, key)) }),
      show: ({ target_key_sealed: sealed, target_type: type, store_id: storeId, ...row }, _tenant: Tenant, person) => {
        const place = sealedTargets.place({ store_id: String(storeId), id: String(row['id']) });
        const pixKey = sealer.open(sealed as Buffer, place);
        const isTheirs = listPixKeys(person).some((own) => own.type === type && own.key === pixKey);
        return isTheirs ? { ...row, pixKey } : undefined;
      },
    },
    {
      name: 'subAccounts',
      sql: `select id as key, id, store_id, name, tax_id_sealed, external_id, metadata, created_at, updated_at
        from sub_accounts
        where store_id = :storeId and dev_mode = :devMode and encode(tax_id_fingerprint, 'hex') = :fingerprint`,
      bind: (_tenant, { taxId }) => ({ fingerprint: sealer.fingerprint(taxId ?? '').toString('hex') }),
      show: ({ tax_id_sealed: sealed, store_id: storeId, ...row }) => {
        const taxId = sealer.open(sealed as Buffer, taxIdPlace(String(storeId), String(row['id'])));
        return { ...row, taxId };
      },
    },
  ];
}

interface PixKey {
  readonly type: PixKeyType;
  readonly key: string;
}

/** The Pix keys that a person's own data may be. */
function listPixKeys({ taxId, email, cellphone }: PersonKeys): readonly PixKey[] {
  const isCnpj = taxId?.length === 14;
  return [
    ...parsePixKey(isCnpj ? 'CNPJ' : 'CPF', taxId),
    ...parsePixKey('EMAIL', email),
    ...parsePixKey('PHONE', cellphone),
  ];
}

/** None for a text that is no key, such as a phone without its area code. */
function parsePixKey(type: PixKeyType, text: string | undefined): readonly PixKey[] {
  if (text === undefined) return [];
  try {
    return [{ type, key: normalizePixKey(type, text) }];
  } catch (error) {
    if (isAppError(error)) return [];
    throw error;
  }
}
