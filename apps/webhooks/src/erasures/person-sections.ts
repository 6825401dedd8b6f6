import type { PersonSection } from '@pitanga/database';

const columns = `d.id as key, d.id, d.webhook_id, d.event, d.status, d.created_at, d.finished_at`;
const mailColumns = `d.id as key, d.id, d.event as kind, d.status, d.created_at, d.finished_at`;
const ofTenant = 'd.store_id = :storeId and d.dev_mode = :devMode';

/**
 * What webhooks holds about a person: which bodies and events named them, and when. The bodies repeat the records of other
 * sections. A new table with personal data gets a section here and its line in docs/personal-data.md.
 */
export const personSections: readonly PersonSection[] = [
  {
    name: 'webhookDeliveries',
    sql: `select ${columns} from deliveries d where ${ofTenant} and d.customer_id = any (:customerIds) and not d.is_mail
      union
      select ${columns} from deliveries d where ${ofTenant} and d.payer_ref = :payerRef and not d.is_mail`,
  },
  {
    name: 'mails',
    sql: `select ${mailColumns} from deliveries d
      where ${ofTenant} and d.customer_id = any (:customerIds) and d.is_mail
      union
      select ${mailColumns} from deliveries d where ${ofTenant} and d.payer_ref = :payerRef and d.is_mail`,
  },
  {
    name: 'events',
    sql: `select r.id as key, r.id, r.type, r.created_at from event_records r
      where r.store_id = :storeId and r.dev_mode = :devMode and r.record_id = any (:customerIds)
      union
      select r.id as key, r.id, r.type, r.created_at from event_records r
      where r.store_id = :storeId and r.dev_mode = :devMode and r.record_id = :payerRef`,
  },
];
