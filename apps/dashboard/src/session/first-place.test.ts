import { chooseFirstPlace } from './first-place';

const own = { id: 'store_1', sandboxOf: null };
const other = { id: 'store_2', sandboxOf: null };
const sandbox = { id: 'store_sbox_1', sandboxOf: 'store_1' };

describe('where a person begins', () => {
  it('is where they were last, in a sandbox too', () => {
    expect(chooseFirstPlace([own, other], { storeId: 'store_2', environment: 'prod' })).toBe('/store_2/live');
    expect(chooseFirstPlace([own, sandbox], { storeId: 'store_sbox_1', environment: 'dev' })).toBe(
      '/store_sbox_1/test',
    );
  });

  it('is their only store when the sandbox where they were last is gone, whatever sandboxes it has', () => {
    const gone = { storeId: 'store_sbox_0', environment: 'dev' } as const;
    expect(chooseFirstPlace([own, sandbox], gone)).toBe('/store_1/test');
    expect(chooseFirstPlace([own, sandbox], undefined)).toBe('/store_1/test');
  });

  it('is the choice among several stores, or the first one to create', () => {
    expect(chooseFirstPlace([own, other, sandbox], undefined)).toBe('/stores');
    expect(chooseFirstPlace([], undefined)).toBe('/stores/create');
  });
});
