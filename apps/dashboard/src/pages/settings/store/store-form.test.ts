import { isWebsite, storeChanges, toStoreForm } from './store-form';

const before = {
  name: 'Loja',
  website: 'https://loja.example',
  legalName: 'Loja Ltda.',
  returnHosts: ['checkout.loja.example'],
  payerFields: { email: 'NEVER', cellphone: 'NEVER' },
  mail: { kinds: ['RECEIPT'], kindsChosen: true, language: 'pt-BR' },
  compatibility: '2026-11-28',
  minimumAmounts: { checkout: null, boleto: 300 },
} as const;
const store = {
  ...before,
  returnHosts: [...before.returnHosts],
  mail: { ...before.mail, kinds: [...before.mail.kinds] },
};

describe('the settings of a store', () => {
  it('sends nothing that stayed as it was', () => {
    expect(storeChanges(toStoreForm(store), store)).toEqual({});
    expect(storeChanges({ ...toStoreForm(store), name: ' Loja ' }, store)).toEqual({});
  });

  it('sends each part that changed, and takes an empty legal name away', () => {
    const form = toStoreForm(store);
    expect(storeChanges({ ...form, name: 'Nova', legalName: ' ' }, store)).toEqual({ name: 'Nova', legalName: null });
    expect(storeChanges({ ...form, returnHosts: ' a.example,\nb.example ' }, store)).toEqual({
      returnHosts: ['a.example', 'b.example'],
    });
    expect(storeChanges({ ...form, compatibility: '2026-11-29' }, store)).toEqual({ compatibility: '2026-11-29' });
    expect(storeChanges({ ...form, minimumCheckout: 300, minimumBoleto: undefined }, store)).toEqual({
      minimumAmounts: { checkout: 300, boleto: null },
    });
    expect(storeChanges({ ...form, payerEmail: 'REQUIRED' }, store)).toEqual({
      payerFields: { email: 'REQUIRED', cellphone: 'NEVER' },
    });
    expect(storeChanges({ ...form, kinds: ['REFUND', 'RECEIPT'] }, store)).toEqual({
      mail: { kinds: ['RECEIPT', 'REFUND'], language: 'pt-BR' },
    });
  });

  it('takes addresses with a host', () => {
    expect(['https://loja.com.br', 'http://a.example/x'].map(isWebsite)).toEqual([true, true]);
    expect(['loja.com.br', 'https://', 'https://a@b.example', 'ftp://a.example'].map(isWebsite)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
