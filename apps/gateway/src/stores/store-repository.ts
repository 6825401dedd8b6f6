import type { CrossTenant, StoreScope } from '@pitanga/core';
import {
  asLocked,
  bigint,
  boolean,
  bytes,
  int,
  optional,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type SealedColumn,
  type Tx,
} from '@pitanga/database';
import type { Compatibility } from '@pitanga/records';
import type { SealedPlace } from '@pitanga/runtime';
import type { FieldRule } from './payer-fields';
import type { MailKind, MailLanguage, PaymentMethod, PayoutFeeMode, Store, StoreStatus } from './store';

/** A store's row belongs to both of its environments. */
const stores = table('stores', {
  id: text('id'),
  name: text('name'),
  legalName: optional(text('legal_name')),
  website: text('website'),
  taxIdSealed: bytes('tax_id_sealed'),
  status: text<StoreStatus>('status'),
  sandboxOf: optional(text('sandbox_of')),
  rateLimitPerSecond: optional(int('rate_limit_per_second')),
  createdAt: timestamp('created_at'),
  closedAt: optional(timestamp('closed_at')),
  city: text('city'),
  pixCents: bigint('pix_fee_cents'),
  boletoCents: bigint('boleto_fee_cents'),
  cardFixedCents: bigint('card_fixed_fee_cents'),
  cardSingleBasisPoints: int('card_single_basis_points'),
  cardShortBasisPoints: int('card_short_basis_points'),
  cardLongBasisPoints: int('card_long_basis_points'),
  payoutCents: bigint('payout_fee_cents'),
  payoutFeeMode: text<PayoutFeeMode>('payout_fee_mode'),
  automaticPixDev: boolean('automatic_pix_dev'),
  automaticPixProd: boolean('automatic_pix_prod'),
  subAccountsDev: boolean('sub_accounts_dev'),
  subAccountsProd: boolean('sub_accounts_prod'),
  methodsDev: texts<PaymentMethod>('methods_dev'),
  methodsProd: texts<PaymentMethod>('methods_prod'),
  boletoDays: int('boleto_settlement_days'),
  cardDays: int('card_settlement_days'),
  refundOverdraft: bigint('refund_overdraft_cents'),
  displayName: optional(text('brand_name')),
  logoUrl: optional(text('brand_logo_url')),
  color: optional(text('brand_color')),
  supportEmail: optional(text('support_email')),
  mailKinds: texts<MailKind>('mail_kinds'),
  mailChosen: boolean('mail_chosen'),
  mailLanguage: text<MailLanguage>('mail_language'),
  payerEmail: text<FieldRule>('payer_email'),
  payerCellphone: text<FieldRule>('payer_cellphone'),
  payoutApprovalAbove: optional(bigint('payout_approval_above_cents')),
  returnHosts: texts('return_hosts'),
  compatibility: text<Compatibility>('compatibility'),
  minimumCheckout: optional(bigint('minimum_checkout_cents')),
  minimumBoleto: optional(bigint('minimum_boleto_cents')),
  version: bigint('version'),
  appliedVersion: bigint('applied_version'),
  billingAppliedVersion: bigint('billing_applied_version'),
});

export function storeTaxIdPlace(storeId: string): SealedPlace {
  return ['stores', 'tax_id_sealed', storeId];
}

export const sealedStores: readonly SealedColumn[] = [
  {
    table: 'stores',
    column: 'tax_id_sealed',
    key: ['id'],
    place: (row) => storeTaxIdPlace(String(row['id'])),
  },
];

function storeToRow({ fees, automaticPix, subAccounts, methods, settlement, branding, mail, ...store }: Store): Row {
  const { payerFields, minimumAmounts } = store;
  return stores.toRow({
    ...store,
    ...fees,
    ...settlement,
    ...branding,
    automaticPixDev: automaticPix.dev,
    automaticPixProd: automaticPix.prod,
    subAccountsDev: subAccounts.dev,
    subAccountsProd: subAccounts.prod,
    mailKinds: mail.kinds,
    mailChosen: mail.isChosen,
    mailLanguage: mail.language,
    payerEmail: payerFields.email,
    payerCellphone: payerFields.cellphone,
    minimumCheckout: minimumAmounts.checkout,
    minimumBoleto: minimumAmounts.boleto,
    methodsDev: methods.dev,
    methodsProd: methods.prod,
  });
}

function rowToStore(row: Row): Store {
  const values = stores.fromRow(row);
  const { pixCents, boletoCents, cardFixedCents, payoutCents, displayName, logoUrl, color, supportEmail } = values;
  const { cardSingleBasisPoints, cardShortBasisPoints, cardLongBasisPoints } = values;
  return {
    id: values.id,
    name: values.name,
    legalName: values.legalName,
    website: values.website,
    taxIdSealed: values.taxIdSealed,
    status: values.status,
    sandboxOf: values.sandboxOf,
    rateLimitPerSecond: values.rateLimitPerSecond,
    createdAt: values.createdAt,
    closedAt: values.closedAt,
    city: values.city,
    fees: {
      pixCents,
      boletoCents,
      cardFixedCents,
      cardSingleBasisPoints,
      cardShortBasisPoints,
      cardLongBasisPoints,
      payoutCents,
    },
    payoutFeeMode: values.payoutFeeMode,
    automaticPix: { dev: values.automaticPixDev, prod: values.automaticPixProd },
    subAccounts: { dev: values.subAccountsDev, prod: values.subAccountsProd },
    methods: { dev: values.methodsDev, prod: values.methodsProd },
    settlement: { boletoDays: values.boletoDays, cardDays: values.cardDays },
    refundOverdraft: values.refundOverdraft,
    branding: { displayName, logoUrl, color, supportEmail },
    mail: { kinds: values.mailKinds, isChosen: values.mailChosen, language: values.mailLanguage },
    payerFields: { email: values.payerEmail, cellphone: values.payerCellphone },
    payoutApprovalAbove: values.payoutApprovalAbove,
    returnHosts: values.returnHosts,
    compatibility: values.compatibility,
    minimumAmounts: { checkout: values.minimumCheckout, boleto: values.minimumBoleto },
    version: values.version,
    appliedVersion: values.appliedVersion,
    billingAppliedVersion: values.billingAppliedVersion,
  };
}

export async function insertStore(db: Db, { storeId }: StoreScope, store: Omit<Store, 'id'>): Promise<void> {
  await db(stores.name).insert(storeToRow({ ...store, id: storeId }));
}

export async function findStore(db: Db, { storeId }: StoreScope): Promise<Store | undefined> {
  const row = await db(stores.name).where({ id: storeId }).first<Row | undefined>(stores.columns);
  return row && rowToStore(row);
}

/** Every store that is no sandbox, oldest first, up to `limit`. */
export async function listStores(db: Db, _all: CrossTenant, limit: number): Promise<Store[]> {
  const rows = await db(stores.name).whereNull('sandbox_of').orderBy('id').limit(limit).select<Row[]>(stores.columns);
  return rows.map(rowToStore);
}

/** The stores that take payments in production, by id, after one. */
export async function listActiveStores(db: Db, _all: CrossTenant, after: string, limit: number): Promise<string[]> {
  return db('stores')
    .where({ status: 'ACTIVE', sandbox_of: null })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .pluck<string[]>('id');
}

/** Stores that the services do not know as they are now, up to `limit`. */
export async function listUnappliedStores(db: Db, _all: CrossTenant, limit: number): Promise<Store[]> {
  const rows = await db(stores.name)
    .whereRaw(`(applied_version < version or billing_applied_version < version or status = 'CREATING')`)
    .orderBy('id')
    .limit(limit)
    .select<Row[]>(stores.columns);
  return rows.map(rowToStore);
}

/** Stores whose mail webhooks does not know as it is now, up to `limit`. */
export async function listUntoldMail(db: Db, _all: CrossTenant, limit: number): Promise<Store[]> {
  const rows = await db(stores.name)
    .whereRaw(`mail_applied_version < version and status <> 'CREATING'`)
    .orderBy('id')
    .limit(limit)
    .select<Row[]>(stores.columns);
  return rows.map(rowToStore);
}

/** Notes that webhooks knows the store's mail as of a version. */
export async function markMailTold(db: Db, { storeId }: StoreScope, version: number): Promise<void> {
  await db(stores.name)
    .where({ id: storeId })
    .where('mail_applied_version', '<', version)
    .update({ mail_applied_version: version });
}

/** Stores whose checkouts from before hosts were confirmed were not asked for theirs, up to `limit`. */
export async function listStoresWithoutHosts(db: Db, _all: CrossTenant, limit: number): Promise<string[]> {
  const rows = await db(stores.name)
    .whereNull('return_hosts_at')
    .orderBy('id')
    .limit(limit)
    .select<{ id: string }[]>('id');
  return rows.map(({ id }) => id);
}

/** Adds hosts from before hosts were confirmed, once. */
export async function addKnownHosts(
  db: Db,
  { storeId }: StoreScope,
  hosts: readonly string[],
  at: Date,
): Promise<void> {
  await db.raw(
    `update stores set return_hosts_at = :at,
       return_hosts = array(select distinct unnest(return_hosts || cast(:hosts as text[])))
     where id = :storeId and return_hosts_at is null`,
    { storeId, at, hosts: [...hosts] },
  );
}

/** The oldest store of this name. */
export async function findStoreByName(db: Db, _all: CrossTenant, name: string): Promise<Store | undefined> {
  const row = await db(stores.name).where({ name }).orderBy('id').first<Row | undefined>(stores.columns);
  return row && rowToStore(row);
}

/** The store, its row locked until the transaction ends. */
export async function lockStore(tx: Tx, { storeId }: StoreScope): Promise<Locked<Store> | undefined> {
  const row = await tx(stores.name).where({ id: storeId }).forUpdate().first<Row | undefined>(stores.columns);
  return row && asLocked(rowToStore(row));
}

export async function saveStore(
  tx: Tx,
  { storeId }: StoreScope,
  _before: Locked<Store>,
  store: Omit<Store, 'id'>,
): Promise<void> {
  await tx(stores.name)
    .where({ id: storeId })
    .update(storeToRow({ ...store, id: storeId }));
}

/** Deletes the store of a sandbox, to which no other row leads any more. */
export async function deleteStore(tx: Tx, { storeId }: StoreScope): Promise<void> {
  await tx(stores.name).where({ id: storeId }).delete();
}
