import { storeDifference, storeParts } from './store-audit';
import { checkedStore } from './store-rules';
import { applyChange, defaultSettings, newProfile, type Store } from './store';

const png = '\x89PNG\r\n\x1a\n';
const toLogo = (content: string): string =>
  `data:image/png;base64,${Buffer.from(content, 'latin1').toString('base64')}`;

const store: Store = {
  ...newProfile('Loja', 'https://loja.example'),
  ...defaultSettings,
  id: 'store_1',
  taxIdSealed: Buffer.from('x'),
  status: 'ACTIVE',
  sandboxOf: undefined,
  createdAt: new Date('2026-11-20T15:00:00.000Z'),
  closedAt: undefined,
  version: 1,
  appliedVersion: 1,
  billingAppliedVersion: 1,
};
const withLogo = (logoUrl: string): Store => checkedStore(applyChange(store, { branding: { logoUrl } }));

it('is an address, or the picture itself, of which the log of changes has no content', () => {
  expect(withLogo('https://loja.example/logo.png').branding.logoUrl).toBe('https://loja.example/logo.png');
  const changed = withLogo(toLogo(png));
  expect(changed.branding.logoUrl).toBe(toLogo(png));
  const shown = 'data:image/png;base64,…';
  expect(storeDifference(store, changed)?.after).toEqual({ 'branding.logoUrl': shown });
  expect(storeParts(changed)['branding.logoUrl']).toBe(shown);
  // Two pictures are two, though both are shown alike.
  expect(storeDifference(changed, withLogo(toLogo(`${png}x`)))?.before).toEqual({ 'branding.logoUrl': shown });
});

it.each([
  ['no picture by its content', toLogo('<svg/>')],
  ['of another type than it says', toLogo('GIF89a')],
  ['too large', toLogo(`${png}${'x'.repeat(30_000)}`)],
])('is refused when it is %s', (_name, logoUrl) => {
  const message = "Property 'branding.logoUrl' should be a PNG, JPEG, GIF or WebP image of at most 30 kB";
  expect(() => withLogo(logoUrl)).toThrow(message);
});
