import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { AttentionCard } from '../src/pages/home/attention/attention-card';
import { permissionsOfRole, roles } from '../src/pages/team/roles';
import { ProblemPlace } from '../src/parts/problem-place';
import { placePaths } from '../src/problems/problem-places';
import { mayOpen } from '../src/session/page-needs';
import type { Permission } from '../src/session/store-context';
import { render, storeKey } from './render';

/** Paths below the store that a drawn page leads to. */
const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/href="\/str_1\/test([^"?]*)/g)].map(([, path = '']) => path);

describe.each(roles)('what is shown to %s', (role) => {
  const permissions = permissionsOfRole(role);
  const may = (permission: Permission): boolean => permissions.includes(permission);

  it('leads from the advice of a problem to the pages that the role may open, and to no other', async () => {
    for (const path of Object.values(placePaths).filter((each) => !each.startsWith('//'))) {
      const html = await render(createElement(ProblemPlace, { place: { path, title: 'Abrir' } }), { permissions });
      expect([path, linksOf(html)]).toEqual([path, mayOpen(path, { may }) ? [path] : []]);
    }
  });

  it('says that production takes nothing, with a link for those who may open the providers', async () => {
    const queries = new QueryClient();
    queries.setQueryData(storeKey('providers', 'taken', may('CONNECT:READ')), []);
    const html = await render(createElement(AttentionCard), { permissions, queries, isLive: true });
    expect(html).toContain('A loja ainda não recebe em produção');
    expect(linksOf(html)).toEqual(may('CONNECT:READ') ? ['/settings/providers'] : []);
  });
});
