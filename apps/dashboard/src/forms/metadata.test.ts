import { toMetadata, metadataRows } from './metadata';

describe('metadata as rows', () => {
  const before = { vip: true, tier: 'gold', score: 12, list: [1, { a: 2 }] };

  it('comes back as it was, whatever its values are', () => {
    expect(toMetadata(metadataRows(before), before)).toEqual(before);
  });

  it('takes what is typed as text, and leaves out rows without a name', () => {
    const rows = [
      { name: ' vip ', value: 'no' },
      { name: '', value: 'lost' },
      { name: 'score', value: '13' },
    ];
    expect(toMetadata(rows, before)).toEqual({ vip: 'no', score: '13' });
  });

  it('knows no names but its own', () => {
    expect(toMetadata([{ name: 'constructor', value: 'x' }], {})).toEqual({ constructor: 'x' });
  });
});
