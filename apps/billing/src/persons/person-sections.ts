import type { Tenant } from '@pitanga/core';
import type { PersonRow, PersonSection } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { sealedTaxIds } from '../customers/customer-repository';
import { sealedNames } from '../disputes/dispute-file-repository';
import { sealedPayerTaxIds } from '../key-payments/key-payment-row';
import { sealedPixKeys } from '../refunds/refund-row';

const ofTenant = (alias: string): string => `${alias}.store_id = :storeId and ${alias}.dev_mode = :devMode`;

/** The charges of a customer and those that the person paid for others. */
const personChargesSql = (columns: string): string => `
  select ${columns} from charges c where ${ofTenant('c')} and c.customer_id = any (:customerIds)
  union
  select ${columns} from charges c where ${ofTenant('c')} and c.payer_ref = :payerRef`;

const unshownColumns: ReadonlySet<string> = new Set([
  'store_id',
  'dev_mode',
  'tax_id_sealed',
  'tax_id_fingerprint',
  'email_folded',
  'name_folded',
  'cellphone_digits',
]);

/** Whose columns need no key. */
const unsealedSections: readonly PersonSection[] = [
  {
    name: 'disputes',
    sql: `select id as key, id, charge_id, status, amount_cents, reason, opened_at, closed_at
      from disputes d where ${ofTenant('d')} and charge_id in (${personChargesSql('c.id')})`,
  },
  {
    name: 'disputeAnswers',
    // The store's words.
    sql: `select a.id as key, a.id, a.dispute_id, a.evidence, a.is_submitted, a.status, a.failure, a.created_at,
        a.updated_at
      from dispute_answers a join disputes d on d.id = a.dispute_id
      where ${ofTenant('a')} and ${ofTenant('d')} and d.charge_id in (${personChargesSql('c.id')})`,
  },
  {
    name: 'cards',
    sql: `select id as key, id, brand, last_four, exp_month, exp_year, holder_name, wallet, created_at
      from cards k where ${ofTenant('k')} and id in (
        ${personChargesSql('c.card_id')}
        union
        select a.card_id from agreements a where ${ofTenant('a')} and a.customer_id = any (:customerIds))`,
  },
  {
    name: 'paymentAgreements',
    sql: `select subscription_id as key, subscription_id, checkout_id, customer_id, method, card_id, status, coupons,
        created_at, updated_at
      from agreements where store_id = :storeId and dev_mode = :devMode and customer_id = any (:customerIds)`,
  },
  {
    name: 'customerPortals',
    sql: `select id as key, id, customer_id, checkout_id, created_at
      from customer_portals where store_id = :storeId and dev_mode = :devMode and customer_id = any (:customerIds)`,
  },
  {
    name: 'refundRequests',
    sql: `select id as key, id, status, charge_id, checkout_id, customer_id, amount_cents, reason, refund_id, created_at,
        updated_at
      from refund_requests where store_id = :storeId and dev_mode = :devMode and customer_id = any (:customerIds)`,
  },
  {
    name: 'couponRedemptions',
    sql: `select r.id as key, r.id, p.code, r.checkout_id, r.charge_id, r.status, r.discount_cents, r.created_at
      from coupon_redemptions r join coupons p on p.id = r.coupon_id
      where ${ofTenant('r')} and (r.charge_id in (${personChargesSql('c.id')})
        or r.checkout_id in (
          select b.id from checkouts b where ${ofTenant('b')} and b.customer_id = any (:customerIds)))`,
  },
];

/**
 * Everything that billing holds about a person, in the order of the export. A new table with personal data gets a
 * section here, its erasure in erasure-repository.ts, and its line in docs/personal-data.md.
 */
export function personSections(sealer: Sealer): readonly PersonSection[] {
  return [
    {
      name: 'customers',
      // Every column, also one added later, except those by which customers are searched.
      sql: `select id as key, c.* from customers c where ${ofTenant('c')} and id = any (:customerIds)`,
      show: (row, tenant) => ({
        ...Object.fromEntries(Object.entries(row).filter(([column]) => !unshownColumns.has(column))),
        metadata: JSON.parse(String(row['metadata'])) as unknown,
        taxId: opened(sealer, row['tax_id_sealed'], sealedTaxIds.place(placed(row, tenant))),
      }),
    },
    {
      name: 'checkouts',
      sql: `select id as key, id, external_id, frequency, status, amount_cents, paid_amount_cents, items, methods,
          wallets, coupons_used, customer_id, metadata::jsonb as metadata, return_url, completion_url, subscription_id,
          created_at, updated_at
        from checkouts where store_id = :storeId and dev_mode = :devMode and customer_id = any (:customerIds)`,
    },
    {
      name: 'charges',
      sql: `select id as key, id, external_id, method, origin, checkout_id, customer_id, amount_cents, surcharge_cents,
          paid_amount_cents, refunded_cents, platform_fee_cents, status, description, metadata::jsonb as metadata,
          expires_at, paid_at, txid, br_code, end_to_end_id, payer_name, payer_masked_tax_id, payer_is_customer,
          boleto_payer_name, bar_code, digitable_line, due_date, card_brand, card_last_four, card_wallet,
          installment_count, payment_reference, failure_code, failure_message, coupons, visitor, subscription_id, utms,
          upsell_item, created_at, updated_at
        from charges where id in (${personChargesSql('c.id')})`,
    },
    {
      name: 'refunds',
      sql: `select id as key, id, kind, charge_id, checkout_id, status, rail, pix_key_type, pix_key_sealed, amount_cents,
          reason, created_at, updated_at
        from refunds r where ${ofTenant('r')} and charge_id in (${personChargesSql('c.id')})`,
      show: ({ pix_key_sealed: sealed, ...row }, tenant) => ({
        ...row,
        pixKey: opened(sealer, sealed, sealedPixKeys.place(placed(row, tenant))),
      }),
    },
    ...filesAndKeyPayments(sealer),
    ...unsealedSections,
  ];
}

/** What a dispute and a Pix without a charge hold about a person. */
function filesAndKeyPayments(sealer: Sealer): readonly PersonSection[] {
  return [
    {
      name: 'disputeFiles',
      // Without the content: the store has given it, and has it.
      sql: `select f.id as key, f.id, f.dispute_id, f.kind, f.content_type, f.size_bytes, f.name_sealed, f.answer_id,
          f.created_at
        from dispute_files f join disputes d on d.id = f.dispute_id
        where ${ofTenant('f')} and ${ofTenant('d')} and d.charge_id in (${personChargesSql('c.id')})`,
      show: ({ name_sealed: sealed, ...row }, tenant) => ({
        ...row,
        name: opened(sealer, sealed, sealedNames.place(placed(row, tenant))),
      }),
    },
    {
      name: 'keyPayments',
      sql: `select id as key, id, end_to_end_id, txid, status, amount_cents, payer_name, payer_tax_id_sealed, received_at,
          charge_id, created_at, updated_at
        from key_payments k where ${ofTenant('k')} and payer_ref = :payerRef`,
      show: ({ payer_tax_id_sealed: sealed, ...row }, tenant) => ({
        ...row,
        taxId: opened(sealer, sealed, sealedPayerTaxIds.place(placed(row, tenant))),
      }),
    },
  ];
}

const placed = (row: PersonRow, { storeId }: Tenant) => ({ store_id: storeId, id: String(row['id']) });

function opened(sealer: Sealer, sealed: unknown, place: ReturnType<typeof sealedTaxIds.place>): string | null {
  return sealed instanceof Buffer ? sealer.open(sealed, place) : null;
}
