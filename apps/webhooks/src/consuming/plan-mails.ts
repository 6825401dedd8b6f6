import type { InboundEvent } from '@pitanga/contracts';
import { normalizeEmail } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps, TxDeps } from '../deps';
import { findErasedPersons } from '../erasures/erasure-repository';
import { addressText, type MailContent } from '../mails/mail';
import { insertMails, mailContentPlace, type NewMail } from '../mails/mail-repository';
import { findMailSettings, type MailSettings } from '../mails/mail-settings-repository';
import { oneLine } from '../mails/one-line';
import { toEventMail, type EventMail } from './mail-of-event';

/** Older facts are not news: a replayed or long stopped topic sends no mail. */
const ageMsMax = 3 * 86_400_000;

/** What planning mail needs; `tokenLength` characters of base 62 are 256 bits. */
type PlanDeps = Pick<Deps, 'db' | 'tools' | 'clock' | 'mail'>;
const tokenLength = 43;

/**
 * Queues the mail of domain events; returns how many are new. A repeat of an event queues nothing, because a mail is
 * unique by its fact and address: this needs no inbox. Neither do the facts of stores and environments that want none.
 */
export async function planMails(deps: PlanDeps, events: readonly InboundEvent[]): Promise<number> {
  if (!deps.mail) return 0;
  const now = deps.clock.real();
  const recent = events.filter(({ recordedAt }) => now.getTime() - recordedAt.getTime() <= ageMsMax);
  const told = recent.flatMap((event) => toEventMail(event) ?? []);
  if (told.length === 0) return 0;
  const settings = await findMailSettings(deps.db, told);
  const wanted = told.filter((one) => isWanted(deps, one, settings.get(one.tenant.storeId)));
  if (wanted.length === 0) return 0;
  return await transact(deps, async (tx) => {
    const erased = await findErasedPersons(
      tx.db,
      wanted.map(({ tenant, customerId }) => ({ tenant, id: customerId })),
    );
    const isErased = ({ tenant, customerId }: EventMail): boolean =>
      erased.some(
        ({ id, tenant: { storeId, devMode } }) =>
          id === customerId && storeId === tenant.storeId && devMode === tenant.devMode,
      );
    const mails = wanted.filter((one) => !isErased(one)).flatMap((one) => toMail(tx, one, settings));
    return await insertMails(tx.db, mails, now);
  });
}

function isWanted({ mail }: PlanDeps, { tenant, facts }: EventMail, settings: MailSettings | undefined): boolean {
  if (!settings || settings.isClosed) return false;
  return tenant.devMode ? mail?.isInDevMode === true : settings.kinds.includes(facts.kind);
}

/** A mail to insert; none for a text that is no address, and of a store without settings. */
export function toMail(
  { clock, ids, sealer }: TxDeps,
  told: EventMail,
  all: ReadonlyMap<string, MailSettings>,
): NewMail[] {
  const { tenant, facts, recordId, subscriptionId, customerId, traceparent, occurredAt } = told;
  const settings = all.get(tenant.storeId);
  const to = normalizeEmail(told.email);
  if (!settings || to === undefined) return [];
  const createdAt = new Date(Math.max(clock.now(tenant).getTime(), occurredAt.getTime()));
  const id = ids.next('delivery', createdAt);
  const token = ids.token(tokenLength);
  const content: MailContent = {
    to,
    language: settings.language,
    sender: {
      name: oneLine(settings.senderName),
      replyTo: settings.replyTo === undefined ? undefined : normalizeEmail(settings.replyTo),
    },
    isTest: tenant.devMode,
    token,
    facts,
  };
  return [
    {
      id,
      tenant,
      kind: facts.kind,
      recordId,
      recipient: sealer.fingerprint(addressText(to)),
      content: sealer.seal(JSON.stringify(content), mailContentPlace(tenant, id)),
      token,
      subscriptionId,
      customerId,
      traceparent,
      createdAt,
    },
  ];
}
