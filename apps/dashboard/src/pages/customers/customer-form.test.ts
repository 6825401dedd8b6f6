import {
  createBody,
  emptyCustomer,
  toForm,
  isAnother,
  isEmail,
  isZipCode,
  displayName,
  updateBody,
  type Customer,
} from './customer-form';

const customer: Customer = {
  id: 'cust_1',
  devMode: true,
  email: 'ana@example.com',
  taxId: '12345678909',
  country: 'BR',
  name: 'Ana',
  cellphone: '(11) 98765-4321',
  address: '',
  city: 'Recife',
  state: 'PE',
  zipCode: '',
  metadata: { vip: true },
  createdAt: '2026-11-21T15:00:00.123Z',
  updatedAt: '2026-11-21T15:00:00.123Z',
};

describe('a customer as a form', () => {
  it('sends what is filled in alone, of what a create takes', () => {
    const form = { ...emptyCustomer, email: ' ana@example.com ', name: 'Ana', zipCode: '50030-230' };
    expect(createBody({ ...form, address: 'Rua do Bom Jesus, 1', city: 'Recife', state: 'PE' })).toEqual({
      email: 'ana@example.com',
      name: 'Ana',
      zipCode: '50030-230',
    });
  });

  it('sends nothing of what has not changed, with its tax id punctuated or not', () => {
    expect(updateBody(toForm(customer), customer)).toEqual({ id: 'cust_1' });
    expect(updateBody({ ...toForm(customer), taxId: '123 456 789 09' }, customer)).toEqual({ id: 'cust_1' });
  });

  it('clears what was emptied, but never the e-mail', () => {
    const form = { ...toForm(customer), email: '', cellphone: ' ', city: '', metadata: [] };
    expect(updateBody(form, customer)).toEqual({ id: 'cust_1', cellphone: null, city: null, metadata: {} });
  });

  it('keeps the values of metadata that are no text', () => {
    const form = toForm(customer);
    form.metadata.push({ name: 'tier', value: 'gold' });
    expect(updateBody(form, customer)).toEqual({ id: 'cust_1', metadata: { vip: true, tier: 'gold' } });
  });

  it('knows when the API has answered somebody else', () => {
    expect(isAnother(customer, { email: 'ANA@example.com', name: 'Ana' })).toBe(false);
    expect(isAnother(customer, { email: 'bia@example.com', name: 'Bia' })).toBe(true);
  });
});

test('a person is called by what is known of them', () => {
  expect(displayName(customer)).toBe('Ana');
  expect(displayName({ ...customer, name: '' })).toBe('ana@example.com');
  expect(displayName({ ...customer, name: '', email: '' })).toBe('cust_1');
});

test.each([
  ['ana@example.com', true],
  ['ana@example', false],
  ['ana example.com', false],
])('%s as an e-mail: %j', (text, right) => {
  expect(isEmail(text)).toBe(right);
});

test.each([
  ['01310-100', true],
  ['01.310-100', true],
  ['0131010', false],
])('%s as a postal code: %j', (text, right) => {
  expect(isZipCode(text)).toBe(right);
});
