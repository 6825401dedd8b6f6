import { toTenant, type StoreScope } from '@pitanga/core';
import type { SendAccountMailRequest } from '@pitanga/contracts';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { goodPassword, peopleApi } from '../../test/people';
import { storeMembers } from '../../test/store-members';
import { appendAudit, installation } from '../audit/audit-log';
import type { AuditFact } from '../audit/audit-entry';
import { mailNotices } from './mail-notices';
import { describeBrowser, maskAddress } from '../access/origin';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const from = { device: 'Firefox (Linux)', address: '198.51.100.x' };

describe('mail about security', () => {
  const api = startBeforeAll(peopleApi);
  const { aStore, aMember, idOf, anEmail, fresh } = storeMembers(() => api);

  /** What was mailed since the last time, without its ids. */
  async function mailed(isOff = false): Promise<SendAccountMailRequest[]> {
    const given: SendAccountMailRequest[] = [];
    await mailNotices({
      ...api.people,
      publicUrl: 'https://pitanga.example',
      findStoreName: () => Promise.resolve('Loja da Ana'),
      findLanguage: () => Promise.resolve('en'),
      mails: {
        sendAccountMail: (request) => {
          given.push(request);
          return Promise.resolve({ queued: !isOff, isOff });
        },
      },
    });
    return given;
  }
  const audited = (scope: StoreScope, fact: Partial<AuditFact>) =>
    transact(api.people, (tx) =>
      appendAudit(tx, scope, {
        actor: { kind: 'KEY', id: 'key_1' },
        action: 'store.updated',
        target: { type: 'STORE', id: scope.storeId },
        requestId: 'req_1',
        ...fact,
      }),
    );

  it('tells a person of a sign-in from a browser that is new, and of no other', async () => {
    const email = anEmail();
    const browser = await api.signUp(email);
    await mailed();
    await browser.must('POST', '/auth/sign-in', { email, password: goodPassword });
    expect(await mailed()).toEqual([]);
    const visit = { 'user-agent': firefox };
    await api.browser({ ip: '198.51.100.77' }).call('POST', '/auth/sign-in', { email, password: goodPassword }, visit);
    const kind = 'ACCOUNT_MAIL_KIND_NEW_DEVICE';
    expect(await mailed()).toMatchObject([{ kind, email, by: email, ...from }]);
  });

  it('says from which browser and masked address a person changed something of theirs, or of a store', async () => {
    const storeId = await aStore();
    const email = anEmail();
    const owner = await aMember(storeId, 'OWNER', email);
    await fresh(owner.in(storeId, 'prod'));
    await mailed();
    const visit = { 'user-agent': firefox, 'x-forwarded-for': '198.51.100.77' };
    const next = 'outra frase bem longa';
    const passwords = { currentPassword: goodPassword, newPassword: next };
    const created = { description: 'Loja', permissions: ['STORE:READ'] };
    for (const [path, body] of [
      ['/auth/password/change', passwords],
      ['/auth/recovery-codes/renew', {}],
      ['/v2/api-keys/create', { ...created, kind: 'SECRET' }],
      ['/v2/api-keys/create', { description: 'Formulário', kind: 'PUBLIC' }],
    ] as const) {
      const answer = await owner.call('POST', path, body, visit);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const kinds = ['PASSWORD_CHANGED', 'FACTOR_CHANGED', 'KEY_CREATED', 'KEY_CREATED'];
    const mails = await mailed();
    expect(mails.map(({ kind }) => kind)).toEqual(kinds.map((kind) => `ACCOUNT_MAIL_KIND_${kind}`));
    for (const mail of mails) expect(mail).toMatchObject({ email, by: email, device: from.device });
    for (const mail of mails) expect(mail.address).toMatch(/^\d+\.\d+\.\d+\.x$/);
  });

  it('is in the language that the person chose, whatever the store has', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER', anEmail());
    await mailed();
    const languageOf = async () => {
      await audited({ storeId }, { after: { payoutApprovalAbove: null } });
      return (await mailed()).map(({ language }) => language);
    };
    const ofLink = await languageOf();
    await owner.must('POST', '/auth/language', { language: 'en' });
    expect([ofLink, await languageOf()]).toEqual([['MAIL_LANGUAGE_PT_BR'], ['MAIL_LANGUAGE_EN']]);
    await owner.must('POST', '/auth/language', { language: 'pt-BR' });
    expect([await languageOf(), (await owner.must('GET', '/me')) as object]).toMatchObject([
      ['MAIL_LANGUAGE_PT_BR'],
      { user: { language: 'pt-BR' } },
    ]);
    expect((await owner.call('POST', '/auth/language', { language: 'fr' })).status).toBe(400);
  });

  it('tells a person of a new password and of a factor, whoever changed it', async () => {
    const email = anEmail();
    const browser = await api.signUp(email);
    await mailed();
    const next = 'outra frase bem longa';
    await browser.must('POST', '/auth/password/change', { currentPassword: goodPassword, newPassword: next });
    const id = await idOf(browser);
    const target = { type: 'USER', id };
    await audited(installation, { actor: { kind: 'OPERATOR', id: 'root' }, action: 'factor.reset', target });
    const [password, factor, ...rest] = await mailed();
    expect(password).toMatchObject({ kind: 'ACCOUNT_MAIL_KIND_PASSWORD_CHANGED', email });
    expect(factor).toMatchObject({ kind: 'ACCOUNT_MAIL_KIND_FACTOR_CHANGED', email, about: 'reset', by: undefined });
    expect(rest).toEqual([]);
  });

  it.each<[string, Partial<AuditFact>, string]>([
    ['KEY_CREATED', { action: 'api_key.created', target: { type: 'API_KEY', id: 'key_2' } }, 'key_2'],
    ['PROVIDER_CHANGED', { action: 'provider.connected', target: { type: 'PROVIDER', id: 'STRIPE' } }, 'STRIPE'],
    ['PROVIDER_CHANGED', { action: 'asaas_account.set', target: { type: 'store', id: 'store_1' } }, 'ASAAS'],
    ['LIMITS_CHANGED', { after: { name: 'Loja', payoutApprovalAbove: null } }, 'payoutApprovalAbove'],
  ])('tells every owner of the store, and nobody else: %s', async (kind, fact, about) => {
    const storeId = await aStore();
    const owners = [anEmail(), anEmail()];
    for (const email of owners) await aMember(storeId, 'OWNER', email);
    await aMember(storeId, 'FINANCE');
    await mailed();
    await audited({ storeId }, { devMode: false, ...fact });
    const mails = await mailed();
    expect(mails.map(({ email }) => email).toSorted()).toEqual(owners.toSorted());
    expect(mails[0]).toMatchObject({ kind: `ACCOUNT_MAIL_KIND_${kind}`, about, by: 'key_1', storeName: 'Loja da Ana' });
    expect(await mailed()).toEqual([]);
  });

  it('tells the owners of another owner, and of nothing that an environment of tests or a name is about', async () => {
    const storeId = await aStore();
    const first = anEmail();
    await aMember(storeId, 'OWNER', first);
    await mailed();
    const second = anEmail();
    await aMember(storeId, 'OWNER', second);
    expect(await mailed()).toMatchObject([
      { kind: 'ACCOUNT_MAIL_KIND_OWNER_ADDED', about: second },
      { kind: 'ACCOUNT_MAIL_KIND_OWNER_ADDED', about: second },
    ]);
    await audited(toTenant(storeId, true), { action: 'api_key.created', devMode: true });
    await audited({ storeId }, { after: { name: 'Outra' } });
    expect(await mailed()).toEqual([]);
  });

  it('tells the owners who are left, and who was one, of an owner who was removed or got another role', async () => {
    const storeId = await aStore();
    const emails = [anEmail(), anEmail(), anEmail()] as const;
    const [first, second, third] = await Promise.all(emails.map((email) => aMember(storeId, 'OWNER', email)));
    if (!first || !second || !third) throw new Error('no owners');
    await fresh(first);
    await mailed();
    await first.must('POST', '/v2/members/update', { id: await idOf(second), role: 'VIEWER' });
    const told = async (about: string) => {
      const mails = await mailed();
      for (const mail of mails) expect(mail).toMatchObject({ kind: 'ACCOUNT_MAIL_KIND_OWNER_REMOVED', about });
      return mails.map(({ email }) => email).toSorted();
    };
    expect(await told(emails[1])).toEqual(emails.toSorted());
    await first.must('POST', '/v2/members/remove', { id: await idOf(third) });
    expect(await told(emails[2])).toEqual([emails[0], emails[2]].toSorted());
    await first.must('POST', '/v2/members/remove', { id: await idOf(second) });
    expect(await mailed()).toEqual([]);
  });

  it('is given again until the mail queue has it', async () => {
    const email = anEmail();
    await api.signUp(email);
    await mailed();
    await api.browser().must('POST', '/auth/sign-in', { email, password: goodPassword });
    const [lost] = await mailed(true);
    expect(await mailed()).toEqual([lost]);
  });

  it('names a browser in words of ours', () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0 Safari/537.36';
    expect([describeBrowser(chrome), describeBrowser(`${chrome} Edg/139.0`)]).toEqual([
      'Chrome (Windows)',
      'Edge (Windows)',
    ]);
    expect(describeBrowser('visit https://phishing.example')).toBe('');
  });

  it('leaves the end of an address out', () => {
    expect(['203.0.113.77', '2001:db8:1:2', ''].map(maskAddress)).toEqual(['203.0.113.x', '2001:db8:1:2::x', '']);
  });
});
