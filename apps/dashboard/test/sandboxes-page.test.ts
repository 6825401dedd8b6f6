import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { EnvironmentSwitch } from '../src/app/environment-switch';
import { guardedPage } from '../src/app/guarded-page';
import { WhatHappens, type Sandbox } from '../src/pages/developers/sandboxes/change-sandbox';
import { SandboxesPage } from '../src/pages/developers/sandboxes/sandboxes-page';
import { FirstStepsCard } from '../src/pages/home/first-steps/first-steps-card';
import { SettingsTabs } from '../src/pages/settings/settings-tabs';
import { SandboxCard } from '../src/pages/settings/store/sandbox-card';
import { SandboxGone } from '../src/parts/not-found';
import { render, storeKey } from './render';

const sandbox: Sandbox = {
  id: 'sbox_1',
  name: 'Testes do checkout',
  storeId: 'store_sbox_1',
  generation: 3,
  hasSampleData: false,
  createdAt: '2026-11-01T12:00:00.000Z',
  resetAt: '2026-11-12T12:00:00.000Z',
  lastUsedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T12:00:00.000Z',
};
const everything = ['STORE:READ', 'TEST_CLOCK:UPDATE', 'CONNECT:READ', 'MEMBER:READ'] as const;

// What a browser has, as far as these components ask for it.
const browser = { window: { location: { origin: 'https://pitanga.example' } }, localStorage: { getItem: () => null } };

beforeAll(() => {
  Object.assign(globalThis, browser);
});
afterAll(() => {
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
});

function drawList(sandboxes: readonly Sandbox[], options: Parameters<typeof render>[1] = {}): Promise<string> {
  const queries = new QueryClient();
  const page = { data: sandboxes, pagination: { hasMore: false, next: null } };
  queries.setQueryData(storeKey('sandboxes', 'list', {}), { pages: [page], pageParams: [undefined] });
  return render(createElement(SandboxesPage), { permissions: everything, queries, ...options });
}

describe('the page of sandboxes', () => {
  it('shows each with its generation, its times and the way in', async () => {
    const html = await drawList([sandbox]);
    for (const text of ['Testes do checkout', '>3<', '01/11/2026', '20/11/2026', '20/12/2026', 'Entrar em Testes']) {
      expect(html).toContain(text);
    }
    for (const text of ['Criar sandbox', 'Mais ações: Testes do checkout']) expect(html).toContain(text);
  });

  it('offers who may not move the test clock nothing but the way in', async () => {
    const html = await drawList([sandbox], { permissions: ['STORE:READ'] });
    expect(html).toContain('Entrar em Testes');
    for (const text of ['Criar sandbox', 'Mais ações']) expect(html).not.toContain(text);
  });

  it('says what a sandbox is for while there is none, and that production has none', async () => {
    expect(await drawList([])).toContain('Um sandbox é uma loja de teste descartável');
    const live = await drawList([sandbox], { isLive: true });
    expect(live).toContain('Só existe no ambiente de teste');
    for (const text of ['Testes do checkout', 'href="/str_1/test/developers/sandboxes"']) {
      expect(live).not.toContain(text);
    }
  });

  it('says before a reset that the keys stay and all else ends, and before a deletion that it is for good', async () => {
    const draw = (change: 'reset' | 'delete', hasSampleData: boolean) =>
      render(createElement(WhatHappens, { sandbox: { ...sandbox, hasSampleData }, change }));
    const reset = await draw('reset', false);
    for (const text of ['As chaves continuam as mesmas', 'Todo o resto é excluído']) expect(reset).toContain(text);
    expect(reset).not.toContain('dados de exemplo');
    expect(await draw('reset', true)).toContain('Os dados de exemplo são criados de novo');
    expect(await draw('delete', true)).toContain('excluídos para sempre');
  });
});

describe('inside a sandbox', () => {
  const inside = { permissions: everything, sandboxOf: 'Loja da Ana' };

  it('a badge stands where the way to production is elsewhere', async () => {
    const html = await render(createElement(EnvironmentSwitch), inside);
    expect(html).toContain('>Sandbox<');
    expect(html).not.toContain('Produção');
    expect(await render(createElement(EnvironmentSwitch))).toContain('Produção');
  });

  it('the first steps to production are not shown', async () => {
    expect(await render(createElement(FirstStepsCard), inside)).not.toContain('<section');
    expect(await render(createElement(FirstStepsCard), { permissions: everything })).toContain('<section');
  });

  it.each(['/team', '/settings/providers', '/settings/providers/$provider', '/developers/sandboxes'])(
    '%s says that it is a page of the store, and leads there',
    async (path) => {
      const Page = guardedPage(path, () => 'o conteúdo dela');
      const html = await render(createElement(Page), inside);
      expect(html).toContain('Fica na loja, não no sandbox');
      expect(html).toContain(`href="/str_owner/test${path.replace('/$provider', '')}"`);
      expect(html).not.toContain('o conteúdo dela');
      expect(await render(createElement(Page), { permissions: [...everything, 'CONNECT:CREATE'] })).toContain(
        'o conteúdo dela',
      );
    },
  );

  it('the tabs of settings leave out providers', async () => {
    expect(await render(createElement(SettingsTabs), inside)).not.toContain('Meios e provedores');
    expect(await render(createElement(SettingsTabs), { permissions: everything })).toContain('Meios e provedores');
  });

  it('settings show the sandbox, and reset and delete it for those who may move the test clock', async () => {
    const queries = new QueryClient();
    queries.setQueryData(storeKey('sandboxes', 'own'), [sandbox]);
    const html = await render(createElement(SandboxCard), { ...inside, queries });
    for (const text of ['Loja da Ana', 'sbox_1', '>Recomeçar<', '>Excluir<', '/str_owner/test/developers/sandboxes']) {
      expect(html).toContain(text);
    }
    const reading = await render(createElement(SandboxCard), { ...inside, queries, permissions: ['STORE:READ'] });
    expect(reading).toContain('sbox_1');
    expect(reading).not.toContain('>Recomeçar<');
  });

  it('an address of an earlier generation says so, and leads to the stores', async () => {
    const html = await render(createElement(SandboxGone));
    expect(html).toContain('Este sandbox recomeçou ou foi excluído');
    expect(html).toContain('href="/stores"');
  });
});
