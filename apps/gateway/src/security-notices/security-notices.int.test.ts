import { toTenant, type StoreScope } from '@pitanga/core';
import type { SendAccountMailRequest } from '@pitanga/contracts';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { goodPassword, peopleApi } from '../../test/people';
import { storeMembers } from '../../test/store-members';
import { appendAudit, installation } from '../audit/audit-log';
import type { AuditFact } from '../audit/audit-entry';
import { mailNotices } from './mail-notices';
import { describeBrowser } from '../audit/note-security';

describe('mail about security', () => {
  const api = startBeforeAll(peopleApi);
  const { aStore, aMember, idOf, anEmail } = storeMembers(() => api);

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
    await api.browser().must('POST', '/auth/sign-in', { email, password: goodPassword });
    expect(await mailed()).toMatchObject([{ kind: 'ACCOUNT_MAIL_KIND_NEW_DEVICE', email, by: email }]);
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
});
