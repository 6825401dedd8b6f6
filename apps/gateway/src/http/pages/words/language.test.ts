import { cents } from '@pitanga/core';
import { formatDate, formatMoney } from './formats';
import { chooseLanguage } from './language';

const asked = (headers: Record<string, string>, query: Record<string, unknown> = {}) =>
  chooseLanguage({ headers, query });

describe('the language of a page', () => {
  it.each([
    ['', 'pt-BR'],
    ['*', 'pt-BR'],
    ['fr-FR,de;q=0.8', 'pt-BR'],
    ['en', 'en'],
    ['en-GB,pt;q=0.9', 'en'],
    ['pt-PT,en;q=0.9', 'pt-BR'],
    ['fr, en;q=0.5, pt;q=0.7', 'pt-BR'],
    ['en;q=0, pt;q=0.1', 'pt-BR'],
    ['EN-us', 'en'],
    [`${'fr,'.repeat(10_000)}en`, 'pt-BR'],
    [';;q=,,=', 'pt-BR'],
  ])('follows the list of the browser: %.40s', (header, language) => {
    expect(asked({ 'accept-language': header })).toBe(language);
  });

  it('follows the address before an earlier choice, and that before the browser', () => {
    const headers = { 'accept-language': 'pt-BR', cookie: 'visitor=x; lang=en; a=b' };
    expect(asked(headers)).toBe('en');
    expect(asked(headers, { lang: 'pt' })).toBe('pt-BR');
    expect(asked(headers, { lang: 'xx' })).toBe('en');
    expect(asked(headers, { lang: ['pt'] })).toBe('en');
    expect(asked({ cookie: 'slang=en' })).toBe('pt-BR');
  });

  it('writes money and dates as its readers do, to the centavo', () => {
    expect(formatMoney(cents(123_456_789_01), 'pt-BR')).toBe('R$ 123.456.789,01');
    expect(formatMoney(cents(123_456_789_01), 'en')).toBe('R$123,456,789.01');
    expect(formatMoney(cents(-5), 'en')).toBe('-R$0.05');
    expect([formatDate('2026-11-22', 'pt-BR'), formatDate('2026-11-22', 'en')]).toEqual([
      '22/11/2026',
      'November 22, 2026',
    ]);
  });
});
