import {
  createBody,
  emptyProduct,
  toForm,
  isHttpUrl,
  toSlug,
  updateBody,
  type Product,
  type ProductForm,
} from './product-form';

const product: Product = {
  id: 'prod_1',
  devMode: true,
  externalId: 'plano',
  name: 'Plano',
  description: 'Tudo',
  price: 990,
  currency: 'BRL',
  cycle: 'MONTHLY',
  trialDays: 7,
  imageUrl: 'https://pitanga.example/images/1',
  hasFile: false,
  status: 'ACTIVE',
  createdAt: '2026-11-21T15:00:00.123Z',
  updatedAt: '2026-11-21T15:00:00.123Z',
};

describe('a product as a form', () => {
  it('has a code of its name that no other has when none is typed', () => {
    const form: ProductForm = { ...emptyProduct, name: ' Café da Manhã! ', price: 1_990 };
    expect(createBody(form, 'x7')).toEqual({ name: 'Café da Manhã!', externalId: 'cafe-da-manha-x7', price: 1_990 });
    expect(createBody({ ...form, name: '株式' }, 'x7').externalId).toBe('produto-x7');
    expect(createBody({ ...form, externalId: ' SKU 1 ' }, 'x7').externalId).toBe('SKU 1');
  });

  it('sends trial days with a cycle alone', () => {
    const form: ProductForm = { ...emptyProduct, name: 'A', price: 1, trialDays: 7 };
    expect(createBody(form, 'x')).not.toHaveProperty('trialDays');
    expect(createBody({ ...form, cycle: 'WEEKLY' }, 'x')).toMatchObject({ cycle: 'WEEKLY', trialDays: 7 });
  });

  it('sends nothing of what has not changed', () => {
    expect(updateBody(toForm(product), product)).toEqual({ id: 'prod_1' });
    const without = { ...product, imageUrl: null, trialDays: null, cycle: null, description: '' };
    expect(updateBody(toForm(without), without)).toEqual({ id: 'prod_1' });
  });

  it('clears what was emptied', () => {
    const form = { ...toForm(product), description: ' ', trialDays: undefined, imageUrl: '' };
    expect(updateBody(form, product)).toEqual({ id: 'prod_1', description: null, trialDays: null, imageUrl: null });
  });

  it('sends what has changed', () => {
    const form = { ...toForm(product), name: 'Plano novo', price: 1_000, imageUrl: 'https://loja.example/a.png' };
    expect(updateBody(form, product)).toEqual({
      id: 'prod_1',
      name: 'Plano novo',
      price: 1_000,
      imageUrl: 'https://loja.example/a.png',
    });
  });
});

test.each([
  ['https://loja.example/a.png', true],
  ['http://loja.example', true],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AAAA', false],
  ['loja.example/a.png', false],
])('%s as an address to download: %j', (text, right) => {
  expect(isHttpUrl(text)).toBe(right);
});

test('a code of a name has letters without accents, digits and hyphens', () => {
  expect(toSlug('  Ação & Reação 2ª ed. ')).toBe('acao-reacao-2-ed');
  expect(toSlug('0123456789 0123456789 0123456789 0123456 9')).toBe('0123456789-0123456789-0123456789-0123456');
});
