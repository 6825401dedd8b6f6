import { storeBody, parseWebsite } from './store-form';

describe('the form of a new store', () => {
  it('takes a website as people type it, and nothing that is no address', () => {
    expect(parseWebsite(' minhaloja.com.br ')).toBe('https://minhaloja.com.br');
    expect(parseWebsite('http://minhaloja.com.br/loja')).toBe('http://minhaloja.com.br/loja');
    expect(parseWebsite('instagram.com/minhaloja')).toBe('https://instagram.com/minhaloja');
    for (const wrong of ['', 'minha loja', 'loja', 'https://', 'ana@loja.com.br', 'ftp://loja']) {
      expect([wrong, parseWebsite(wrong)]).toEqual([wrong, undefined]);
    }
  });

  it('sends the tax id bare, and no registered name that is empty', () => {
    const form = { name: ' Doces ', taxId: '11.222.333/0001-81', legalName: '  ', website: 'doces.com.br' };
    expect(storeBody(form)).toEqual({ name: 'Doces', taxId: '11222333000181', website: 'https://doces.com.br' });
    expect(storeBody({ ...form, legalName: 'Ana ME' })).toMatchObject({ legalName: 'Ana ME' });
  });
});
