import { isWebAddress } from '../../format/web-address';
import { checkoutBody, emptySale, formOfLink, toItems, linkBody, toPreview, updateLinkBody } from './sale';

const link = {
  id: 'bill_1',
  items: [{ id: 'prod_1', quantity: 2 }],
  methods: ['PIX' as const],
  coupons: ['NATAL'],
  completionUrl: 'https://loja.example/obrigado',
  returnUrl: null,
  externalId: 'vitrine',
  card: { maxInstallments: 3, passFeesToCustomer: false },
  metadata: { canal: 'instagram', lote: 7 },
  skip_customer: true,
  skip_review: false,
} as unknown as Parameters<typeof formOfLink>[0];

describe('what a link or checkout sells', () => {
  it('adds up lines of one product and leaves out lines without one', () => {
    expect(
      toItems([
        { product: 'prod_1', quantity: 2 },
        { product: '', quantity: 5 },
        { product: 'prod_2', quantity: undefined },
        { product: 'prod_1', quantity: 1 },
      ]),
    ).toEqual([
      { id: 'prod_1', quantity: 3 },
      { id: 'prod_2', quantity: 1 },
    ]);
  });

  it('sends what is filled in, and nothing that the API would refuse as empty', () => {
    expect(linkBody({ ...emptySale, lines: [{ product: 'prod_1', quantity: 1 }] })).toEqual({
      items: [{ id: 'prod_1', quantity: 1 }],
      methods: ['PIX', 'CARD'],
      skip_customer: false,
      skip_review: false,
    });
  });

  it('asks for installments only of cards, and for a due date only of boletos', () => {
    const form = { ...emptySale, maxInstallments: '6', dueDate: '2026-12-31', customerId: 'cust_1' };
    expect(checkoutBody(form)).toMatchObject({ card: { maxInstallments: 6 }, customerId: 'cust_1' });
    expect(checkoutBody(form)).not.toHaveProperty('dueDate');
    expect(checkoutBody({ ...form, passFees: true }).card).toEqual({ maxInstallments: 6, passFeesToCustomer: true });
    const once = { ...form, maxInstallments: '1' };
    expect(linkBody({ ...once, passFees: true }).card).toEqual({ maxInstallments: 1, passFeesToCustomer: true });
    expect(linkBody(once)).not.toHaveProperty('card');
    const byBoleto = checkoutBody({ ...form, passFees: true, methods: ['BOLETO'] });
    expect(byBoleto).toMatchObject({ dueDate: '2026-12-31' });
    expect(byBoleto).not.toHaveProperty('card');
    expect(byBoleto).not.toHaveProperty('upSellProductId');
    expect(checkoutBody({ ...form, upsellProduct: 'prod_2' })).toMatchObject({ upSellProductId: 'prod_2' });
  });

  it('has a preview as soon as it sells something, without the address that is still typed', () => {
    expect(toPreview(emptySale)).toBeUndefined();
    const typing = { ...emptySale, lines: [{ product: 'prod_1', quantity: 1 }], returnUrl: 'https:/' };
    expect(toPreview(typing)).not.toHaveProperty('returnUrl');
    expect(toPreview({ ...typing, methods: [] })).not.toHaveProperty('methods');
  });

  it.each([
    ['', true],
    ['https://loja.example', true],
    ['loja.example', false],
    ['javascript:alert(1)', false],
  ])('takes %j as an address: %s', (text, isOne) => {
    expect(isWebAddress(text)).toBe(isOne);
  });

  it('changes of a link what can change, takes emptied addresses away and keeps metadata that is no text', () => {
    const form = formOfLink(link);
    expect(updateLinkBody({ ...form, completionUrl: ' ', coupons: [] }, link)).toEqual({
      id: 'bill_1',
      methods: ['PIX'],
      completionUrl: null,
      returnUrl: null,
      coupons: [],
      metadata: { canal: 'instagram', lote: 7 },
    });
  });
});
