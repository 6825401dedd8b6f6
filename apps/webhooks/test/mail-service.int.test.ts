import type { InboundEvent } from '@pitanga/contracts';
import { appendEvents, inTransaction } from '@pitanga/database';
import { toTenant, type Tenant } from '@pitanga/core';
import { testIds, violatedInvariants, waitFor } from '@pitanga/testing';
import {
  mailsAreDeliveries,
  queueIsForActiveWebhooks,
  queueMatchesDeliveries,
} from '../src/invariants/invariant-queries';
import { aCharge, aCustomer, anEvent } from './domain-events';
import { headersOf, headerText, partsOf, startMailbox, type Mailbox } from './mailbox';
import { startTestService, type TestService } from './test-service';

const context = { requestId: 'req_1' };
const at = new Date();
let mailbox: Mailbox;
let service: TestService;

beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startTestService({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Mail@Pitanga.example',
    PUBLIC_URL: 'https://pay.example',
  });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await mailbox.close();
}, 60_000);

const mailsTo = (email: string) => mailbox.mails.filter(({ to }) => to === email);
const mailTo = (email: string, count = 1) =>
  waitFor(`the mail to ${email}`, () => Promise.resolve(mailsTo(email)[count - 1]), 50_000);

async function publish(events: readonly InboundEvent[]): Promise<void> {
  await inTransaction(service.database.db, (tx) => appendEvents(tx, events, at));
}

/** A production store, told over gRPC as the gateway does. */
async function aStore(name: string) {
  const tenant = toTenant(testIds.next('store', at), false);
  await service.mails.configureMail(
    {
      storeId: tenant.storeId,
      senderName: name,
      replyTo: undefined,
      kinds: ['MAIL_KIND_RECEIPT', 'MAIL_KIND_RENEWAL_FAILED'],
      language: 'MAIL_LANGUAGE_PT_BR',
      isClosed: false,
      compatibility: '2026-11-29',
      version: 2,
    },
    context,
  );
  return { tenant, email: `${tenant.storeId.toLowerCase()}@buyer.example` };
}

describe('the service with a mail server', () => {
  it('mails what it hears from Kafka, in the name that the newest version of the store has', async () => {
    const { tenant, email } = await aStore('Padaria da Ana');
    const settings = { storeId: tenant.storeId, replyTo: undefined, kinds: [], isClosed: true, compatibility: '' };
    await service.mails.configureMail(
      { ...settings, senderName: 'Old', language: 'MAIL_LANGUAGE_EN', version: 1 },
      context,
    );
    const customer = { ...aCustomer, email };
    const paid = anEvent('charge.paid', tenant, at, { charge: aCharge(), customer });
    await publish([paid]);
    const mail = await mailTo(email);
    const headers = headersOf(mail.raw);
    expect(headerText(headers.get('from'))).toBe('Padaria da Ana <mail@pitanga.example>');
    expect(headerText(headers.get('subject'))).toBe('Comprovante de R$ 100,00 de Padaria da Ana');
    expect(partsOf(mail.raw).get('text/plain')).toContain('https://pay.example/receipts/1');

    const token = /\/mail\/([0-9A-Za-z]{43})\/opt-out/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(await service.mails.getMailLink({ token }, context)).toMatchObject({
      tenant,
      kind: 'MAIL_KIND_RECEIPT',
      senderName: 'Padaria da Ana',
      subscriptionId: undefined,
      chargeId: paid.data.charge?.id,
    });
    await expect(service.mails.getMailLink({ token: 'x'.repeat(43) }, context)).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    await service.mails.optOutOfMail({ token }, context);

    const later = anEvent('charge.paid', tenant, at, { charge: aCharge(), customer });
    await publish([later]);
    await waitFor(
      'the end of the second mail',
      async () =>
        (await service.database.db('deliveries').where({ store_id: tenant.storeId, status: 'FAILED' })).length === 1,
      50_000,
    );
    expect(mailsTo(email)).toHaveLength(1);
    expect(
      await violatedInvariants(
        service.database.db,
        [mailsAreDeliveries, queueIsForActiveWebhooks, queueMatchesDeliveries],
        new Date(),
        () => Promise.resolve(),
      ),
    ).toEqual([]);
    // A mail is no webhook of the store, and no event tells it.
    const page = { limit: 100, after: undefined, before: undefined };
    expect((await service.deliveries.listDeliveries({ tenant, page }, context)).deliveries).toEqual([]);
    expect(await service.database.db('outbox').where({ type: 'delivery.finished' })).toEqual([]);
    const metrics = await (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
    expect(metrics).toContain('pitanga_mails_total{kind="receipt",outcome="DELIVERED"} 1');
    expect(metrics).not.toContain('pitanga_webhook_attempt_seconds_count{result');
  }, 180_000);

  it('mails the link of a person once for each message, whose token is in no table in the clear', async () => {
    const email = 'pessoa@mail.example';
    const link = `https://pay.example/dashboard/reset-password#${'S'.repeat(65)}`;
    const request = {
      messageId: testIds.next('accountMessage', at),
      kind: 'ACCOUNT_MAIL_KIND_RESET_PASSWORD',
      email,
      link,
      expiresAt: new Date(at.getTime() + 3_600_000),
      language: 'MAIL_LANGUAGE_EN',
      storeName: undefined,
      role: undefined,
    } as const;
    expect(await service.mails.sendAccountMail(request, context)).toMatchObject({ queued: true, isOff: false });
    const mail = await mailTo(email);
    expect(await service.mails.sendAccountMail(request, context)).toMatchObject({ queued: true });
    await service.mails.sendAccountMail({ ...request, messageId: testIds.next('accountMessage', at) }, context);
    await mailTo(email, 2);
    expect(mailsTo(email)).toHaveLength(2);
    expect(headerText(headersOf(mail.raw).get('subject'))).toBe('Choose a new password');
    expect(headersOf(mail.raw).get('list-unsubscribe')).toBeUndefined();
    expect(partsOf(mail.raw).get('text/plain')).toContain(link);
    for (const name of ['mails', 'deliveries', 'delivery_bodies', 'attempts', 'outbox']) {
      const rows = JSON.stringify(await service.database.db(name));
      expect([name, rows.includes('S'.repeat(20)), rows.includes(email)]).toEqual([name, false, false]);
    }
    expect(await service.mails.sendAccountMail({ ...request, email: 'not an address' }, context)).toEqual({
      queued: false,
      isOff: false,
    });
  }, 180_000);
});

describe('the code of a buyer', () => {
  const request = {
    messageId: 'A'.repeat(32),
    kind: 'ACCOUNT_MAIL_KIND_BUYER_CODE',
    email: 'compradora@mail.example',
    link: '',
    code: '048151',
    expiresAt: new Date(at.getTime() + 600_000),
    language: 'MAIL_LANGUAGE_PT_BR',
    storeName: 'Padaria da Ana',
    role: undefined,
  } as const;

  it('is mailed in the name of the store, and is in no table in the clear', async () => {
    await service.mails.sendAccountMail(request, context);
    const { raw } = await mailTo(request.email);
    expect(headerText(headersOf(raw).get('from'))).toBe('Padaria da Ana <mail@pitanga.example>');
    expect(partsOf(raw).get('text/plain')).toContain('048151');
    const rows = JSON.stringify(await service.database.db('mails'));
    expect(rows).not.toContain('048151');
  }, 180_000);

  it('goes to nobody in a dev environment, where addresses are made up', async () => {
    expect(
      await service.mails.sendAccountMail({ ...request, isTest: true, messageId: 'B'.repeat(32) }, context),
    ).toEqual({
      queued: false,
      isOff: false,
    });
  });
});

describe('an offer of a subscription', () => {
  const offer = (tenant: Tenant, email: string, checkoutId = testIds.next('checkout', at)) => ({
    tenant,
    checkoutId,
    customerId: testIds.next('customer', at),
    email,
    product: 'Clube do Livro',
    amountCents: 5_990,
    firstChargeDate: '2026-12-15',
    url: `https://pay.example/pay/${checkoutId}`,
  });
  const send = async (request: ReturnType<typeof offer>) =>
    (await service.mails.offerSubscription(request, context)).outcome;
  const textOf = (raw: string) => partsOf(raw).get('text/plain') ?? '';

  it('is mailed in the name of the store, once, until its customer wants none', async () => {
    const { tenant, email } = await aStore('Clube da Ana');
    const first = offer(tenant, email);
    expect([await send(first), await send(first)]).toEqual(['OFFER_OUTCOME_QUEUED', 'OFFER_OUTCOME_SENT_BEFORE']);
    const { raw } = await mailTo(email);
    const headers = headersOf(raw);
    expect(headerText(headers.get('from'))).toBe('Clube da Ana <mail@pitanga.example>');
    expect(headerText(headers.get('subject'))).toBe('Clube da Ana pede que você confirme sua assinatura');
    for (const part of ['Clube do Livro', 'R$ 59,90', 'nada é cobrado antes desse dia', '15/12/2026', first.url])
      expect(textOf(raw)).toContain(part);
    const token = /\/mail\/([0-9A-Za-z]{43})\/opt-out/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
    await service.mails.optOutOfMail({ token }, context);
    expect(await send(offer(tenant, email))).toBe('OFFER_OUTCOME_UNWANTED');
    expect(await send(offer(tenant, 'outra@buyer.example'))).toBe('OFFER_OUTCOME_QUEUED');
  }, 180_000);

  it('is mailed three times a day to one address, whatever pages are made for it, also at the same time', async () => {
    const { tenant, email } = await aStore('Clube do Caio');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(offer(tenant, email))));
    expect(outcomes.filter((outcome) => outcome === 'OFFER_OUTCOME_QUEUED')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'OFFER_OUTCOME_LIMIT_REACHED')).toHaveLength(3);
  });

  it('goes to no erased customer, no dev environment, no text that is no address, and to 1000 a day', async () => {
    const { tenant, email } = await aStore('Clube do Bento');
    expect(await send(offer(toTenant(tenant.storeId, true), email))).toBe('OFFER_OUTCOME_OFF');
    expect(await send(offer(tenant, 'ana'))).toBe('OFFER_OUTCOME_NO_ADDRESS');
    const asked = offer(tenant, email);
    await publish([anEvent('customer.erased', tenant, at, { customerId: asked.customerId, erasedAt: at })]);
    await waitFor('the erasure', async () => (await send(asked)) === 'OFFER_OUTCOME_UNWANTED');
    const { db } = service.database;
    await db.raw(
      `insert into mails (delivery_id, store_id, dev_mode, kind, created_at)
       select 'log_' || n || :storeId, :storeId, false, 'SUBSCRIPTION_OFFER', now() from generate_series(1, 1000) n`,
      { storeId: tenant.storeId },
    );
    expect(await send(offer(tenant, 'nova@buyer.example'))).toBe('OFFER_OUTCOME_LIMIT_REACHED');
    await db('mails')
      .where({ store_id: tenant.storeId })
      .whereLike('delivery_id', 'log\\_%' + tenant.storeId)
      .del();
  }, 180_000);
});

it('a service without a mail server queues nothing and says so', async () => {
  const silent = await startTestService();
  const request = {
    messageId: 'msg_1',
    kind: 'ACCOUNT_MAIL_KIND_SIGN_UP',
    email: 'a@b.example',
    link: 'https://x',
  } as const;
  expect(
    await silent.mails.sendAccountMail(
      { ...request, expiresAt: at, language: 'MAIL_LANGUAGE_PT_BR', storeName: undefined, role: undefined },
      context,
    ),
  ).toEqual({ queued: false, isOff: true });
  expect(await silent.database.db('deliveries')).toEqual([]);
  await silent.stop();
}, 180_000);
