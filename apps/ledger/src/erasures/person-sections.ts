import type { PersonSection } from '@pitanga/database';

/**
 * What the ledger holds about a person: the entries of the statement that name a customer. Journals and entries have
 * amounts and ids only. A new table with personal data gets a section here and its line in docs/personal-data.md.
 */
export const personSections: readonly PersonSection[] = [
  {
    name: 'statementEntries',
    sql: `select id as key, id, kind, status, method, description, movements, checkout_id, charge_id, reference_id,
        external_id, subscription_id, customer, created_at, updated_at
      from statement_entries
      where store_id = :storeId and dev_mode = :devMode and customer is not null
        and customer ->> 'id' = any (:customerIds)`,
  },
];
