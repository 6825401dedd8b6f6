import { toReceiptParty } from './receipt-party';

describe('a store on a receipt', () => {
  it('shows the registered name and CNPJ of a company', () => {
    expect(toReceiptParty('Loja', 'Livros Ltda.', '12ABC34501DE35')).toEqual({
      name: 'Loja',
      legalName: 'Livros Ltda.',
      taxId: '12.ABC.345/01DE-35',
    });
  });

  it('keeps the name and most of the CPF of a person', () => {
    expect(toReceiptParty('Loja', 'Ana Souza', '52998224725')).toEqual({
      name: 'Loja',
      legalName: undefined,
      taxId: '529.***.***-**',
    });
  });
});
