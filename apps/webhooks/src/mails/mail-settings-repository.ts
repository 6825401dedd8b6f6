import type { Owned, StoreScope, Tenant } from '@pitanga/core';
import { bigint, boolean, optional, table, text, texts, type Db, type Row } from '@pitanga/database';
import { firstCompatibility, type Compatibility } from '@pitanga/records';
import type { BuyerMailKind, MailLanguage } from './mail';

/** A store's mail to its buyers. */
export interface MailSettings {
  readonly storeId: string;
  /** As the recipient's list of mails shows it. */
  readonly senderName: string;
  /** Where answers go; absent: they are not wanted. */
  readonly replyTo?: string | undefined;
  /** What is sent in production. */
  readonly kinds: readonly BuyerMailKind[];
  readonly language: MailLanguage;
  readonly isClosed: boolean;
  /** What some words of its events mean. */
  readonly compatibility: Compatibility;
  /** Of the store. */
  readonly version: number;
}

const settings = table('mail_settings', {
  storeId: text('store_id'),
  senderName: text('sender_name'),
  replyTo: optional(text('reply_to')),
  kinds: texts<BuyerMailKind>('kinds'),
  language: text<MailLanguage>('language'),
  isClosed: boolean('is_closed'),
  compatibility: text<Compatibility>('compatibility'),
  version: bigint('version'),
});

/** Of a gateway before there was a choice they say nothing of meanings. */
export type NewMailSettings = Omit<MailSettings, 'compatibility'> & {
  readonly compatibility: Compatibility | undefined;
};

/** Replaces the settings of an older version of the store; meanings of which nothing is said stay. */
export async function saveMailSettings(db: Db, _store: StoreScope, values: NewMailSettings): Promise<void> {
  const { compatibility = firstCompatibility } = values;
  const isChosen = values.compatibility !== undefined;
  const bindings: Row = { ...settings.toRow({ ...values, compatibility }), isChosen };
  await db.raw(
    `${settings.insertSql} on conflict (store_id) do update
       set sender_name = excluded.sender_name, reply_to = excluded.reply_to, kinds = excluded.kinds,
         language = excluded.language, is_closed = excluded.is_closed,
         compatibility = case when :isChosen then excluded.compatibility else mail_settings.compatibility end,
         version = excluded.version
       where mail_settings.version <= excluded.version`,
    bindings as Record<string, never>,
  );
}

/** A store becomes active once its row is here: one without a row is of before there was a choice. */
export function readCompatibility(all: ReadonlyMap<string, MailSettings>, { storeId }: Tenant): Compatibility {
  return all.get(storeId)?.compatibility ?? firstCompatibility;
}

/** The settings of these stores, by id; none of a store that the gateway has not sent. */
export async function findMailSettings(
  db: Db,
  stores: readonly Owned<object>[],
): Promise<ReadonlyMap<string, MailSettings>> {
  if (stores.length === 0) return new Map();
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${settings.selectSql()} from mail_settings where store_id = any (:storeIds::text[])`,
      {
        storeIds: [...new Set(stores.map(({ tenant }) => tenant.storeId))],
      },
    )
    .options({ name: 'mail_settings_resolve' });
  return new Map(rows.map((row) => settings.fromRow(row)).map((values) => [values.storeId, values]));
}
