import { csvMoney, csvOf } from './csv';

const columns = [{ header: 'Nome', text: (row: { name: string }) => row.name }, { header: 'Sem texto' }];

describe('an export', () => {
  it.each([
    ['a;b', '"a;b"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-2+3', "'-2+3"],
    ['-12,50', '-12,50'],
    ['linha\nnova', '"linha\nnova"'],
  ])('writes %j as %j, so that no spreadsheet misreads or runs it', (name, cell) => {
    expect(csvOf([{ name }], columns)).toBe(`\ufeffNome\r\n${cell}\r\n`);
  });

  it.each([
    [0, '0,00'],
    [-5, '-0,05'],
    [123_456, '1234,56'],
    [null, ''],
  ])('writes %p centavos as %j', (centavos, text) => {
    expect(csvMoney(centavos)).toBe(text);
  });
});
