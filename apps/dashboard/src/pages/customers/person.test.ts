import { isConfirmed } from './person';

test.each([
  ['Ana Souza', true],
  [' ana souza ', true],
  ['cust_1', true],
  ['Ana', false],
  ['', false],
  ['  ', false],
])('%j confirms an erasure: %j', (typed, right) => {
  expect(isConfirmed(typed, 'Ana Souza', 'cust_1', '')).toBe(right);
});
