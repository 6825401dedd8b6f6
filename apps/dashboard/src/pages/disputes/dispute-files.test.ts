import { fileRefusal, megabytes } from './dispute-files';

const accepts = {
  drafts: true,
  texts: true,
  filesMax: 3,
  filesOfKindMax: 1,
  fileBytesMax: 4_000_000,
  bytesMax: 4_500_000,
};
const pdf = { type: 'application/pdf', kind: 'RECEIPT', bytes: 1_000_000 } as const;

describe('a file for an answer', () => {
  it.each([
    ['fits', [], {}, undefined],
    ['is no picture or PDF', [], { type: 'text/html' }, 'DISPUTE_FILE_TYPE'],
    ['is too large', [], { bytes: 4_000_001 }, 'DISPUTE_FILE_SIZE'],
    ['has the place of another', [{ kind: 'RECEIPT', bytes: 1 }], {}, 'KIND_TAKEN'],
    ['is too large with the others', [{ kind: 'OTHER', bytes: 3_500_001 }], {}, 'DISPUTE_FILES_TOO_LARGE'],
    [
      'is one too many',
      Array<{ kind: 'OTHER'; bytes: 1 }>(3).fill({ kind: 'OTHER', bytes: 1 }),
      {},
      'DISPUTE_FILES_TOO_MANY',
    ],
  ] as const)('that %s is known before it is sent', (_, held, over, refusal) => {
    expect(fileRefusal(accepts, held, { ...pdf, ...over })).toBe(refusal);
  });

  it('has its size in megabytes', () => {
    expect([1, 4_500_000, 4_000_000].map(megabytes)).toEqual([0.1, 4.5, 4]);
  });
});
