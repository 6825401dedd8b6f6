import { existsSync, readFileSync } from 'node:fs';
import { URL } from 'node:url';

const content = new URL('./content/docs/', import.meta.url);

const start = ['quickstart', 'keys', 'test-mode', 'errors', 'limits', 'idempotency', 'pagination', 'going-live'];

const collecting = ['pix', 'boleto', 'card', 'links', 'subscriptions', 'usage'];
const money = ['refunds-and-disputes', 'payouts', 'sub-accounts', 'statement', 'key-payments'];
const providers = ['asaas', 'efi', 'bank', 'stripe', 'order'];
const building = ['customer-portal', 'webhooks', 'test-clock', 'sandboxes', 'mcp', 'abacatepay'];
const running = ['running', 'operating', 'analytics'];

const guides = (names) => names.map((name) => `guides/${name}`);

const group = (label, en, items, more = {}) => ({
  label,
  translations: { en },
  items,
  ...more,
});

/** The pages that are written before the build from the document of a version, in the order of its sections. */
function operations(version) {
  const document = JSON.parse(
    readFileSync(new URL(`../../../docs/api/${version}.openapi.json`, import.meta.url), 'utf8'),
  );
  return document.tags
    .map(({ name }) => `reference/${version}/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`)
    .filter((slug) => existsSync(new URL(`${slug}.md`, content)));
}

/** Groups of the navigation; a page's own title is its label. */
const wanted = [
  group('Início', 'Start', ['index', ...start]),
  group('Receber', 'Collect', guides(collecting)),
  group('Movimentar', 'Move money', guides(money)),
  group('Provedores', 'Providers', guides(providers.map((name) => `provider-${name}`))),
  group('Integrar', 'Integrate', guides(building)),
  group('Operar', 'Run', guides(running)),
  group('Referência', 'Reference', [
    'reference/sdk',
    'reference/python',
    'reference/go',
    'reference/generated-clients',
    'reference/cli',
    'reference/events',
    'reference/configuration',
    group('API v2', 'API v2', operations('v2'), { collapsed: true }),
    group('API v1', 'API v1', operations('v1'), { collapsed: true }),
    'changelog',
  ]),
];

/** A page that nobody has written yet is no reason to have no site; the check of the site names it. */
function withoutUnwritten(items) {
  return items
    .filter((item) => typeof item !== 'string' || existsSync(new URL(`${item}.md`, content)))
    .map((item) => (typeof item === 'string' ? item : { ...item, items: withoutUnwritten(item.items) }));
}

export const sidebar = withoutUnwritten(wanted);

const slugsOf = (item) => (typeof item === 'string' ? [item] : item.items.flatMap(slugsOf));

/** The pages of the navigation, in its order. */
export const navigation = wanted.flatMap(slugsOf);
