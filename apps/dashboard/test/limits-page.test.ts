import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import type { ApiRecord } from '../src/api/records';
import { LimitCard } from '../src/pages/payouts/limit-card';
import { ChangedLimits } from '../src/pages/settings/limits/changed-limits';
import { LimitsPage } from '../src/pages/settings/limits/limits-page';
import type { Permission } from '../src/session/store-context';
import { render, storeKey } from './render';

type Found = ApiRecord<'PayoutLimitsAndChange'>;

const limits: NonNullable<Found['limits']> = {
  perOrder: 100_000,
  perDay: 500_000,
  perNight: null,
  intervalSeconds: 600,
  allowedKeys: [{ type: 'CPF', key: '52998224725' }],
  used: {
    day: 123_456,
    dayEndsAt: '2026-11-29T03:00:00.000Z',
    night: 700,
    nightEndsAt: '2026-11-29T11:00:00.000Z',
    nextOrderAt: null,
  },
};
const change: NonNullable<Found['change']> = {
  id: 'plc_1',
  devMode: true,
  status: 'WAITING',
  confirmation: 'SECOND_PERSON',
  before: { perDay: 500_000 },
  after: { perDay: 900_000 },
  askedBy: 'usr_ana',
  askedAt: '2026-11-28T12:00:00.000Z',
  confirmedBy: null,
  confirmedAt: null,
  worksAt: null,
  expiresAt: '2026-12-05T12:00:00.000Z',
  endedBy: null,
  endedAt: null,
};

function draw(found: Partial<Found>, permissions: readonly Permission[], userId = 'usr_bia'): Promise<string> {
  const queries = new QueryClient();
  queries.setQueryData(storeKey('payout-limits'), { limits, payoutApprovalAbove: 70_000, change: null, ...found });
  queries.setQueryData(storeKey('members', 'all'), [{ id: 'usr_ana', email: 'ana@loja.example' }]);
  return render(createElement(LimitsPage), { permissions, queries, userId });
}

const owner = ['STORE:READ', 'STORE:UPDATE', 'MEMBER:READ'] as const;

describe('the page of limits', () => {
  it('shows each limit with what has left of it, for who may read the store', async () => {
    const html = await draw({}, ['STORE:READ']);
    for (const text of ['Saiu hoje', 'Saiu na noite', '10 minutos', '529.982.247-25', 'sem limite']) {
      expect(html).toContain(text);
    }
    for (const amount of ['1.000,00', '1.234,56', '700,00', '5.000,00']) expect(html).toContain(amount);
    expect(html).not.toContain('<input');
    expect(html).not.toContain('Conferir mudança');
  });

  it('has every limit in one form for who may change them, the amount of approvals as well', async () => {
    const html = await draw({}, owner);
    for (const value of ['1.000,00', '5.000,00', '600', '700,00']) expect(html).toContain(`value="${value}"`);
    expect(html).toContain('Conferir mudança');
  });

  it('says nothing of what has left where nothing is limited', async () => {
    const html = await draw({ limits: null, payoutApprovalAbove: null }, ['STORE:READ']);
    expect(html).not.toContain('Saiu hoje');
    expect(html).toContain('qualquer chave');
  });

  it('shows who asked for a change, what and until when, with confirmation for another person', async () => {
    const html = await draw({ change }, owner);
    expect(html).toMatch(/antes R\$\s5\.000,00, depois R\$\s9\.000,00/);
    for (const text of ['ana@loja.example', 'Aguardando confirmação', '05/12/2026', 'Confirmar<', 'Cancelar mudança']) {
      expect(html).toContain(text);
    }
  });

  it('lets who asked cancel it only, and who may not change limits do nothing', async () => {
    const own = await draw({ change }, owner, 'usr_ana');
    expect(own).toContain('outra pessoa precisa confirmar');
    expect(own).not.toContain('Confirmar<');
    expect(own).toContain('Cancelar mudança');
    expect(await draw({ change }, ['STORE:READ'])).not.toContain('Cancelar mudança');
  });

  it('says from when a change works that waits for its day alone', async () => {
    const alone = { status: 'SCHEDULED', confirmation: 'DELAY', worksAt: '2026-11-29T12:00:00.000Z' } as const;
    const html = await draw({ change: { ...change, ...alone } }, owner);
    for (const text of ['Agendada', '29/11/2026', 'a mudança espera 24 horas']) expect(html).toContain(text);
    expect(html).not.toContain('Confirmar<');
  });

  it('names the keys that come into the list and leave it', async () => {
    const [ana, bia] = [
      { type: 'EMAIL', key: 'ana@example.com' } as const,
      { type: 'CPF', key: '52998224725' } as const,
    ];
    const html = await render(
      createElement(ChangedLimits, { before: { allowedKeys: [ana] }, after: { allowedKeys: [bia] } }),
    );
    expect(html).toContain('entra: 529.982.247-25; sai: ana@example.com');
  });
});

describe('the payouts page', () => {
  it('says from what amount payouts wait, and leads to the limits to change it', async () => {
    const queries = new QueryClient();
    queries.setQueryData(storeKey('store'), { payoutApprovalAbove: 70_000 });
    const html = await render(createElement(LimitCard), { permissions: ['STORE:READ', 'STORE:UPDATE'], queries });
    expect(html).toMatch(/acima de R\$\s700,00/);
    expect(html).toContain('href="/str_1/test/settings/limits"');
  });
});
