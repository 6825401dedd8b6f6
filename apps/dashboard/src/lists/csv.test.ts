import { csvInstant, csvMoney, toCsv } from './csv';

interface Row {
  readonly name: string;
  readonly amount: number | null;
  readonly at: string | null;
}

const columns = [
  { header: 'Nome', text: ({ name }: Row) => name },
  { header: 'Sem texto' },
  { header: 'Valor', text: ({ amount }: Row) => csvMoney(amount) },
  { header: 'Data', text: ({ at }: Row) => csvInstant(at) },
];

describe('an export', () => {
  it('has the mark, semicolons, quoted texts, reais with a comma and times of the store', () => {
    const rows: Row[] = [
      { name: "Ana;=cmd|' /C calc'!A0;Silva", amount: 123_456, at: '2026-12-01T01:30:00.000Z' },
      { name: 'diz "oi"', amount: -5, at: '2026-07-01T12:00:05.999Z' },
      { name: '-12,50', amount: 0, at: null },
      { name: '', amount: null, at: null },
    ];
    expect(toCsv(rows, columns).split('\r\n')).toEqual([
      '\ufeff"Nome";"Valor";"Data"',
      `"Ana;'=cmd|' /C calc'!A0;Silva";1234,56;"2026-11-30 22:30:00"`,
      '"diz ""oi""";-0,05;"2026-07-01 09:00:05"',
      `"'-12,50";0,00;`,
      '"";;',
      '',
    ]);
  });
});
