import { generateKeyPairSync } from 'node:crypto';
import { aTenant, testClock, waitFor, withDeps } from '@pitanga/testing';
import { everyTenant, type Tenant } from '@pitanga/core';
import { aCharge, anEvent, aCustomer, chargePaid } from '../../test/domain-events';
import { dispatchSteps } from '../../test/dispatch-steps';
import { deliveriesOf, finishedDeliveries, queuedOf } from '../../test/harness';
import { startMailHarness, type MailHarness } from '../../test/mail-harness';
import { verifyDkim } from '../../test/dkim';
import { headersOf, headerText } from '../../test/mailbox';
import { erasePersons } from '../consuming/erase-persons';
import { planMails } from '../consuming/plan-mails';
import { optOutOfMail } from '../managing/mail-links';

const clock = testClock();
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let harness: MailHarness;

beforeAll(async () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  harness = await startMailHarness(clock, {
    DKIM_DOMAIN: 'pitanga.example',
    DKIM_SELECTOR: 's1',
    DKIM_PRIVATE_KEY: pem,
  });
});
afterEach(async () => {
  await harness.stopDispatchers();
  harness.mailbox.refuseRecipients(undefined);
  harness.mailbox.refuseMessages(undefined);
});
afterAll(() => harness.stop());

/** A store, and its buyer with an address of their own. */
async function aStore(devMode = false): Promise<{ tenant: Tenant; email: string; customer: typeof aCustomer }> {
  const tenant = aTenant(devMode);
  await harness.configure(tenant);
  const email = `${tenant.storeId.toLowerCase()}@buyer.example`;
  return { tenant, email, customer: { ...aCustomer, id: `cust_${tenant.storeId}`, email } };
}

const mailsTo = (email: string) => harness.mailbox.mails.filter(({ to }) => to === email);

describe('a paid charge', () => {
  it('is one receipt, however often and by however many replicas its event is handled', async () => {
    const { tenant, email, customer } = await aStore();
    const paid = anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer });
    const repeated = { ...paid, id: `${paid.id}2` };
    await Promise.all([1, 2, 3].map(() => planMails(harness.deps, [paid, paid, repeated])));
    harness.dispatch();
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([
      { status: 'DELIVERED', attempts: 1, last_status_code: 250 },
    ]);
  });

  it('is another mail for another address, and none where the store or environment wants none', async () => {
    const { tenant, customer } = await aStore();
    const charge = aCharge();
    const paid = (to: string) =>
      anEvent('charge.paid', tenant, clock.real(), { charge, customer: { ...customer, email: to } });
    expect(
      await planMails(harness.deps, [paid('a@buyer.example'), paid('A@buyer.example '), paid('b@buyer.example')]),
    ).toBe(2);

    const unknown = aTenant(false);
    expect(await planMails(harness.deps, [chargePaid(unknown, clock.real())])).toBe(0);
    const silent = aTenant(false);
    await harness.configure(silent, { kinds: ['REFUND'] });
    expect(await planMails(harness.deps, [chargePaid(silent, clock.real())])).toBe(0);
    const closed = aTenant(false);
    await harness.configure(closed, { isClosed: true });
    expect(await planMails(harness.deps, [chargePaid(closed, clock.real())])).toBe(0);
    const dev = aTenant(true);
    await harness.configure(dev, { kinds: [] });
    const { mail } = harness.deps;
    const deps = withDeps(harness.deps, { mail: mail && { ...mail, isInDevMode: false } });
    expect(await planMails(deps, [chargePaid(dev, clock.real())])).toBe(0);
    expect(await planMails(harness.deps, [chargePaid(dev, clock.real())])).toBe(1);
    // A replay of last week.
    const old = { ...chargePaid(dev, clock.real()), recordedAt: new Date(clock.real().getTime() - 4 * 86_400_000) };
    expect(await planMails(harness.deps, [old])).toBe(0);
  });
});

describe('a mail', () => {
  it('is forgotten once it was sent: its address and content are in no table', async () => {
    const { tenant, email, customer } = await aStore();
    const paid = anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer });
    await planMails(harness.deps, [paid]);
    const { db } = harness.database;
    const [before] = (await db('mails').where({ store_id: tenant.storeId })) as { content_sealed: Buffer | null }[];
    expect(before?.content_sealed?.includes(Buffer.from(email))).toBe(false);
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    const [after] = (await db('mails').where({ store_id: tenant.storeId })) as { content_sealed: Buffer | null }[];
    expect(after?.content_sealed).toBeNull();
    const [body] = (await db('delivery_bodies')
      .join('deliveries', 'id', 'delivery_id')
      .where({ store_id: tenant.storeId })) as { body: string }[];
    expect(body?.body).toBe(JSON.stringify({ event: 'mail.receipt', data: { recordId: paid.data.charge?.id } }));
  });

  it('of which the 250 was seen but not recorded is sent again with the same Message-ID', async () => {
    const { tenant, email, customer } = await aStore();
    await planMails(harness.deps, [anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer })]);
    const steps = dispatchSteps(harness);
    const own = async () => (await steps.claim()).find(({ tenant: { storeId } }) => storeId === tenant.storeId);
    // The process dies with the result in its memory.
    expect((await steps.send(await own())).verdict.kind).toBe('DELIVERED');
    await steps.ageLeases(60_000);
    await steps.promote();
    await steps.record(await steps.send(await own()));
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
    const ids = mailsTo(email).map(({ raw }) => headersOf(raw).get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<log_[0-9A-Za-z]{24}@pitanga\.example>$/);
  });

  it('waits for the next place in the retry table after a 4xx, and is then sent', async () => {
    const { tenant, email, customer } = await aStore();
    harness.mailbox.refuseMessages(451);
    await planMails(harness.deps, [anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer })]);
    const steps = dispatchSteps(harness);
    const own = async () => (await steps.claim()).find(({ tenant: { storeId } }) => storeId === tenant.storeId);
    await steps.record(await steps.send(await own()));
    expect(await deliveriesOf(harness, tenant)).toMatchObject([
      { status: 'PENDING', attempts: 1, last_status_code: 451 },
    ]);
    expect(await queuedOf(harness, tenant)).toMatchObject([
      { state: 'WAITING', due_at: new Date(clock.real().getTime() + 5_000) },
    ]);
    harness.mailbox.refuseMessages(undefined);
    await steps.promote(5_000);
    await steps.record(await steps.send(await own()));
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('to an address that does not exist fails at once, and ends every later mail to it, of whatever store', async () => {
    const { tenant, email, customer } = await aStore();
    harness.mailbox.refuseRecipients(550, '5.1.1 unknown');
    await planMails(harness.deps, [anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer })]);
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([
      { status: 'FAILED', attempts: 1, last_status_code: 550 },
    ]);
    expect(await harness.database.db('attempts').where({ store_id: tenant.storeId })).toMatchObject([
      { response_head: null },
    ]);

    harness.mailbox.refuseRecipients(undefined);
    const other = await aStore();
    await planMails(harness.deps, [
      anEvent('charge.paid', other.tenant, clock.real(), { charge: aCharge(), customer: { ...other.customer, email } }),
    ]);
    await finishedDeliveries(harness, other.tenant);
    expect(await deliveriesOf(harness, other.tenant)).toMatchObject([
      { status: 'FAILED', last_status_code: null, last_error_class: 'blocked_address' },
    ]);
    expect(mailsTo(email)).toHaveLength(0);
  });

  it('that a policy refuses says nothing about its address', async () => {
    const { tenant, email, customer } = await aStore();
    harness.mailbox.refuseRecipients(550, '5.7.1 not from here');
    const send = () =>
      planMails(harness.deps, [anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer })]);
    await send();
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    harness.mailbox.refuseRecipients(undefined);
    await send();
    await finishedDeliveries(harness, tenant, 2);
    expect((await deliveriesOf(harness, tenant)).map(({ status }) => status).sort()).toEqual(['DELIVERED', 'FAILED']);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('names its way out, which ends this kind from this store and no other', async () => {
    const { tenant, email, customer } = await aStore();
    const paid = () => anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer });
    const refunded = () => anEvent('charge.refunded', tenant, clock.real(), { charge: aCharge(), customer });
    await planMails(harness.deps, [paid()]);
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    const headers = headersOf(mailsTo(email)[0]?.raw ?? '');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    const token = /^<https:\/\/pay\.example\/mail\/([0-9A-Za-z]{43})\/opt-out>$/.exec(
      headers.get('list-unsubscribe') ?? '',
    );
    const deps = { ...harness.deps, all: everyTenant };
    await optOutOfMail(deps, token?.[1] ?? '');
    await optOutOfMail(deps, token?.[1] ?? '');
    await expect(optOutOfMail(deps, 'x'.repeat(43))).rejects.toMatchObject({ kind: 'NOT_FOUND' });

    await planMails(harness.deps, [paid(), refunded()]);
    await finishedDeliveries(harness, tenant, 3);
    const other = await aStore();
    await planMails(harness.deps, [
      anEvent('charge.paid', other.tenant, clock.real(), { charge: aCharge(), customer: { ...other.customer, email } }),
    ]);
    await finishedDeliveries(harness, other.tenant);
    const subjects = mailsTo(email).map(({ raw }) => headerText(headersOf(raw).get('subject')));
    expect(subjects.map((subject) => subject.split(' ')[0]).sort()).toEqual([
      'Comprovante',
      'Comprovante',
      'Reembolso',
    ]);
  });

  it('to an erased customer is not sent, nor written later', async () => {
    const { tenant, email, customer } = await aStore();
    const paid = () => anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer });
    await planMails(harness.deps, [paid()]);
    const erased = anEvent('customer.erased', tenant, clock.real(), { customerId: customer.id });
    await erasePersons(harness.deps, [erased]);
    expect(await harness.database.db('mails').where({ store_id: tenant.storeId })).toMatchObject([
      { content_sealed: null, recipient: null, link_hash: null },
    ]);
    expect(await planMails(harness.deps, [paid()])).toBe(0);
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([
      { status: 'FAILED', last_error_class: 'blocked_address' },
    ]);
    expect(mailsTo(email)).toHaveLength(0);
  });

  it('carries a DKIM signature of its headers and body that verifies', async () => {
    const { tenant, email, customer } = await aStore();
    await planMails(harness.deps, [anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer })]);
    harness.dispatch();
    await finishedDeliveries(harness, tenant);
    const raw = mailsTo(email)[0]?.raw ?? '';
    expect(verifyDkim(raw, publicKey)).toEqual({
      body: true,
      signature: true,
      domain: 'pitanga.example',
      selector: 's1',
    });
    expect(verifyDkim(raw.replace('R$ 100,00', 'R$ 900,00').replace('R$ 100', 'R$ 900'), publicKey).body).toBe(false);
    expect(verifyDkim(raw.replace(/^Subject: ./m, 'Subject: X'), publicKey).signature).toBe(false);
  });

  it('takes no header from a name that somebody gave', async () => {
    const { tenant, email, customer } = await aStore();
    const evil = 'Loja\r\nBcc: victim@buyer.example\r\n\r\nbody" <boss@bank.example>, "';
    await harness.configure(tenant, {
      senderName: evil,
      replyTo: 'a@b.example>\r\nBcc: victim@buyer.example',
      version: 2,
    });
    const charge = aCharge({ description: 'x\r\nBcc: victim@buyer.example' });
    await planMails(harness.deps, [
      anEvent('charge.paid', tenant, clock.real(), { charge, customer }),
      anEvent('charge.paid', tenant, clock.real(), {
        charge: aCharge(),
        customer: { ...customer, email: `${email}\r\nBcc: victim@buyer.example` },
      }),
      anEvent('charge.paid', tenant, clock.real(), {
        charge: aCharge(),
        customer: { ...customer, email: `${email},victim@buyer.example` },
      }),
    ]);
    harness.dispatch();
    await waitFor('the mail', () => Promise.resolve(mailsTo(email)[0]));
    await finishedDeliveries(harness, tenant);
    const headers = headersOf(mailsTo(email)[0]?.raw ?? '');
    expect([...headers.keys()].filter((name) => ['bcc', 'cc', 'reply-to'].includes(name))).toEqual([]);
    expect(headers.get('from')).toMatch(/<mail@pitanga\.example>$/);
    expect(headers.get('from')?.match(/[<>]/g)).toHaveLength(2);
    expect(headers.get('to')).toBe(email);
    expect(mailsTo('victim@buyer.example')).toHaveLength(0);
  });
});
