import { csvInstant, csvMoney, toCsv } from './csv';

const columns = [{ header: 'Nome', text: (row: { name: string }) => row.name }, { header: 'Sem texto' }];

describe('an export', () => {
  it.each([
    ['a;b', '"a;b"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-2+3', "'-2+3"],
    [' =1+1', "' =1+1"],
    ['＝1+1', "'＝1+1"],
    ['-12,50', '-12,50'],
    ['linha\nnova', '"linha\nnova"'],
  ])('writes %j as %j, so that no spreadsheet misreads or runs it', (name, cell) => {
    expect(toCsv([{ name }], columns)).toBe(`\ufeffNome\r\n${cell}\r\n`);
  });

  it.each([
    [0, '0,00'],
    [-5, '-0,05'],
    [123_456, '1234,56'],
    [null, ''],
  ])('writes %p centavos as %j', (centavos, text) => {
    expect(csvMoney(centavos)).toBe(text);
  });

  it.each([
    ['2026-12-01T01:30:00.000Z', '2026-11-30 22:30:00'],
    ['2026-07-01T12:00:05.999Z', '2026-07-01 09:00:05'],
    [null, ''],
  ])('writes the instant %p as the time of the store, %j', (iso, text) => {
    expect(csvInstant(iso)).toBe(text);
  });
});
