import { useQuery } from '@tanstack/react-query';
import { record } from '../api/problem';
import { useStore, type Permission } from '../session/store-context';
import { useWords } from '../words/words';
import { recentOptions } from './recent';
import { foundOptions, named, requestOption, type Option } from './search-options';
import { searchWords, type SearchWord } from './search-words';

/** A page of the store that can be opened. */
export interface SearchPage {
  readonly path: string;
  readonly name: string;
}

interface SearchAction {
  readonly word: SearchWord;
  readonly path: string;
  readonly needs: Permission;
}

const actions: readonly SearchAction[] = [
  { word: 'createLink', path: '/links/create', needs: 'CHECKOUT:CREATE' },
  { word: 'createCheckout', path: '/checkouts/create', needs: 'CHECKOUT:CREATE' },
  { word: 'createSubscription', path: '/subscriptions/create', needs: 'CHECKOUT:CREATE' },
  { word: 'createProduct', path: '/products/create', needs: 'PRODUCT:CREATE' },
  { word: 'createCoupon', path: '/coupons/create', needs: 'COUPON:CREATE' },
  { word: 'createCustomer', path: '/customers/create', needs: 'CUSTOMER:CREATE' },
  { word: 'createKey', path: '/developers/keys/create', needs: 'API_KEY:CREATE' },
  { word: 'createWebhook', path: '/developers/webhooks/create', needs: 'WEBHOOK:CREATE' },
  { word: 'inviteMember', path: '/team', needs: 'MEMBER:CREATE' },
];

/** As long as the API takes it. */
export const textMost = 255;

/** Records of any kind that the text finds. Each text is a query of its own: an earlier answer is never shown for a later one. */
export function useFound(text: string) {
  const { api, key } = useStore();
  return useQuery({
    queryKey: key('search', text),
    queryFn: async ({ signal }) => {
      const { results } = await record(api.GET('/v2/search', { params: { query: { query: text } }, signal }));
      // A refund has no page of its own.
      const refunds = results.filter(({ kind }) => kind === 'REFUND');
      const charges = refunds.map(async ({ id }) => {
        const query = { search: id, limit: 1 };
        const [charge] = await record(api.GET('/v2/charges/list', { params: { query }, signal }));
        return charge ? [[id, charge.id] as const] : [];
      });
      return foundOptions(results, text, new Map((await Promise.all(charges)).flat()));
    },
    enabled: text !== '',
  });
}

/** What is known without asking: recent results, pages, actions, a request id. */
export function useKnown(text: string, pages: readonly SearchPage[], paths: ReadonlySet<string>): readonly Option[] {
  const say = useWords(searchWords);
  const { may } = useStore();
  const place = usePlace();
  const offered = actions
    .filter(({ path, needs }) => paths.has(path) && may(needs))
    .map(({ word, path }) => ({ name: say(word), path }));
  const request = may('REQUEST_LOG:READ') ? requestOption(text, say('requestHint')) : undefined;
  return [
    ...(text === '' ? recentOptions(place) : []),
    ...named(pages, text).map(({ name, path }): Option => ({ id: `page-${path}`, group: 'pages', title: name, path })),
    ...named(offered, text).map(({ name, path }): Option => ({
      id: `act-${path}`,
      group: 'actions',
      title: name,
      path,
    })),
    ...(request ? [request] : []),
  ];
}

/** Whose recent results, and of which store and environment. */
export function usePlace(): string {
  const { me, key } = useStore();
  return [me.user.id, ...key()].join('/');
}
