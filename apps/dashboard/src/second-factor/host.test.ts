import { isAddress } from './host';

describe('passkeys', () => {
  it('are bound to names, which IP addresses are not', () => {
    expect(['127.0.0.1', '[::1]'].map(isAddress)).toEqual([true, true]);
    expect(['localhost', 'pay.example.com', '1.example.com'].map(isAddress)).toEqual([false, false, false]);
  });
});
