import type { SendAccountMailRequest } from '@pitanga/contracts';
import { unavailable } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { peopleApi } from '../../test/people';
import { tellMail } from '../stores/tell-mail';
import { insertStore } from '../stores/store-repository';
import { defaultSettings, newProfile, type Store } from '../stores/store';
import { mailMessages } from './mail-messages';
import { sendLink } from './send-link';

const api = startBeforeAll(peopleApi);

/** A mail queue that answers what a test says, and remembers what it was given. */
function queue(answer: () => { queued: boolean; isOff: boolean } = () => ({ queued: true, isOff: false })) {
  const given: SendAccountMailRequest[] = [];
  const { people } = api;
  const deps = {
    ...people,
    findStoreName: (storeId: string) => Promise.resolve(storeId === 'store_1' ? 'Loja da Ana' : undefined),
    mails: {
      sendAccountMail: (request: SendAccountMailRequest) => {
        given.push(request);
        return Promise.resolve().then(answer);
      },
    },
  };
  return { given, run: () => mailMessages(deps), to: (email: string) => given.filter((one) => one.email === email) };
}

function aStore(id: string): Store {
  return {
    ...newProfile('Loja A', 'https://loja.example'),
    ...defaultSettings,
    id,
    taxIdSealed: Buffer.from('x'),
    status: 'CREATING',
    sandboxOf: undefined,
    createdAt: api.clock.real(),
    closedAt: undefined,
    version: 1,
    appliedVersion: 0,
    billingAppliedVersion: 0,
  };
}

let count = 0;
const anEmail = (): string => `pessoa${String((count += 1))}@mail.example`;

describe('a message to a person', () => {
  it('is given to the mail queue once, with its link and in the language of the browser that asked', async () => {
    const email = anEmail();
    await api.browser().must('POST', '/auth/sign-up', { email });
    const { run, to } = queue();
    expect(await run()).toBe(true);
    await run();
    expect(to(email)).toMatchObject([{ kind: 'ACCOUNT_MAIL_KIND_SIGN_UP', language: 'MAIL_LANGUAGE_PT_BR' }]);
    expect(to(email)[0]?.link).toBe(`https://pitanga.example/dashboard/sign-up#${await api.tokenTo(email)}`);
    const [{ language }] = (await api.database.db('account_messages').where({ id: to(email)[0]?.messageId })) as [
      { language: string },
    ];
    expect(language).toBe('pt-BR');
  });

  it('is given again when the queue was away, or the process died before it noted so', async () => {
    const email = anEmail();
    await api.browser().must('POST', '/auth/sign-up', { email });
    await expect(
      queue(() => {
        throw unavailable('away');
      }).run(),
    ).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const { run, to } = queue();
    await run();
    expect(to(email)).toHaveLength(1);
    await api.database
      .db('account_messages')
      .where({ id: to(email)[0]?.messageId })
      .update({ mailed_at: null });
    await run();
    expect(new Set(to(email).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('waits where no mail is sent, and is not mailed once its link was used', async () => {
    const email = anEmail();
    const off = queue(() => ({ queued: false, isOff: true }));
    await api.browser().must('POST', '/auth/sign-up', { email });
    expect(await off.run()).toBe(false);
    expect(await off.run()).toBe(false);
    const used = anEmail();
    await api.signUp(used);
    const { run, to } = queue();
    await run();
    expect([to(email).length, to(used).length]).toEqual([1, 0]);
  });

  it('of an invitation names the store and the role', async () => {
    const email = anEmail();
    await insertStore(api.database.db, { storeId: 'store_1' }, aStore('store_1'));
    const invitation = { storeId: 'store_1', role: 'DEVELOPER' as const, invitedBy: undefined };
    await transact(api.people, (tx) => sendLink(tx, { kind: 'INVITATION', email, invitation, language: 'en' }));
    const { run, to } = queue();
    await run();
    expect(to(email)).toMatchObject([{ storeName: 'Loja da Ana', role: 'DEVELOPER', language: 'MAIL_LANGUAGE_EN' }]);
  });
});

describe("a store's mail", () => {
  it('is told to the queue as it is now, once for each change, and never before the store is open', async () => {
    const { db } = api.database;
    const store = aStore('store_mail');
    await insertStore(db, { storeId: store.id }, store);
    const told: object[] = [];
    const mails = { configureMail: (request: object) => Promise.resolve(told.push(request)) };
    const tell = () => tellMail({ db, mails, requestId: () => 'req_1' }, api.people.all);
    expect(await tell()).toBe(0);
    await db('stores').where({ id: store.id }).update({ status: 'ACTIVE' });
    expect([await tell(), await tell()]).toEqual([1, 0]);
    const change = {
      version: 2,
      brand_name: 'Ana',
      support_email: 'a@loja.example',
      mail_kinds: ['BOLETO'],
      mail_language: 'en',
    };
    await db('stores').where({ id: store.id }).update(change);
    expect([await tell(), await tell()]).toEqual([1, 0]);
    const same = { storeId: store.id, isClosed: false, compatibility: '2026-11-29' };
    expect(told).toEqual([
      {
        ...same,
        senderName: 'Loja A',
        replyTo: undefined,
        kinds: ['MAIL_KIND_RECEIPT', 'MAIL_KIND_SUBSCRIPTION_STARTED'],
        language: 'MAIL_LANGUAGE_PT_BR',
        version: 1,
      },
      {
        ...same,
        senderName: 'Ana',
        replyTo: 'a@loja.example',
        kinds: ['MAIL_KIND_BOLETO'],
        language: 'MAIL_LANGUAGE_EN',
        version: 2,
      },
    ]);
  });
});
